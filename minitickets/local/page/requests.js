const UNREACHABLE = "The server does not answer; is “minitickets local” still running?";

/** Asks for JSON; gives `{answer}` or `{error, problems}`, where problems is a list of `{field, problem}`. */
export function ask(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString();
  return send(query ? `${path}?${query}` : path, {});
}

/** Posts JSON; gives the same as `ask`. */
export function post(path, body = {}) {
  return send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

async function send(path, options) {
  try {
    const response = await fetch(path, options);
    const answer = await response.json();
    return response.ok ? { answer } : { error: answer.error, problems: answer.problems ?? [] };
  } catch {
    return { error: UNREACHABLE, problems: [] };
  }
}
