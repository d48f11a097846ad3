// Runs a bundle as Lambda's runtime does: loads the handler, then asks the Runtime API for one event after the other.
// Lambda's own client for Node is partly compiled for its image; this loop does less, so the peers cost less with it.
import { Agent, request } from "node:http";
import { createRequire } from "node:module";

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(":");
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const { handler } = createRequire(import.meta.url)(process.env._HANDLER);

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, agent, method, path: `/2018-06-01/runtime/invocation/${path}` }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(parts).toString() }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

for (;;) {
  const { headers, body } = await call("GET", "next");
  const id = headers["lambda-runtime-aws-request-id"];
  const deadline = Number(headers["lambda-runtime-deadline-ms"]);
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
  try {
    await call("POST", `${id}/response`, JSON.stringify(await handler(JSON.parse(body), context)));
  } catch (error) {
    await call("POST", `${id}/error`, JSON.stringify({ errorType: error.name, errorMessage: String(error.message) }));
  }
}
