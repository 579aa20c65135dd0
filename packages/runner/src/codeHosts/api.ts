/** The code host has refused a request, or has answered with something else than its API does. */
export class HostRefused extends Error {}

interface Request {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  signal: AbortSignal;
}

const patienceMs = 30_000;

/** Returns the answer's JSON. Throws HostRefused with the host's own message, which never has the token. */
export async function askHost({ method, url, headers, body, signal }: Request): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { "User-Agent": "switchyard-runner", "Content-Type": "application/json", ...headers },
    // The token goes to this host alone.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new HostRefused(`${new URL(url).host} answered ${response.status}: ${messageOf(answer)}`);
}

function messageOf(answer: unknown): string {
  const fields: Record<string, unknown> = isRecord(answer) ? answer : {};
  const message = fields["message"] ?? fields["error"];
  return (typeof message === "string" ? message : JSON.stringify(message ?? "no reason")).slice(0, 500);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a pull request out of an answer. The hosts have different names for its fields. */
export function readPullRequest(answer: unknown, names: { url: string; number: string }) {
  const fields = isRecord(answer) ? answer : {};
  const { [names.url]: url, [names.number]: number } = fields;
  if (typeof url === "string" && typeof number === "number") return { url, number };
  throw new HostRefused("The code host has answered without the address and the number of a pull request.");
}
