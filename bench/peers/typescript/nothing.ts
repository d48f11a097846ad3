// A function that does nothing: what is left of a first start is Node and the loop that asks for events.
export async function handler(): Promise<{ batchItemFailures: [] }> {
  return { batchItemFailures: [] };
}
