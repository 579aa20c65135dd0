// Logs one line for each refused request, so that an operator finds the reason by the X-Request-ID or the key's prefix.
// The log must not contain secrets. Only refusals load this file.
import type { Exchange } from "./envelope";

const maxPathLength = 200;
const maxIdLength = 40;
/** Most requests without a credential come from scanners, so only one in this many is logged. */
const strangersPerLine = 20;

export function logRefusedRequest({ requestId, code = "" }: Exchange, request: Request, status: number): void {
  // A fault has been logged already, with its details.
  if (status >= 500) return;
  const credential = credentialOf(request.headers);
  if (credential === "no key" && status === 401 && Math.random() * strangersPerLine >= 1) return;
  const path = withoutSecrets(new URL(request.url).pathname).slice(0, maxPathLength);
  console.info(`Refused ${requestId} ${status} ${code} ${request.method} ${path} (${credential})`);
}

/** Clients sometimes put keys into paths. Ids have at most 40 characters, secrets have more. */
function withoutSecrets(path: string): string {
  const isShown = (segment: string) => segment.length <= maxIdLength && !segment.includes("svc_");
  return path
    .split("/")
    .map((segment) => (isShown(segment) ? segment : "..."))
    .join("/");
}

/** Returns the prefix of an API key, as lists of keys show it. */
function credentialOf(headers: Headers): string {
  const header = headers.get("Authorization") ?? headers.get("hook-signature");
  if (header === null) return "no key";
  return /^Bearer +(svc_[a-z]+_[0-9A-Za-z]{8})[0-9A-Za-z]{8,}$/i.exec(header)?.[1] ?? "another credential";
}
