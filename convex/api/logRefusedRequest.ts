// Logs one line for each refused request, so that an operator finds the reason by the X-Request-ID or the key's prefix.
// The log must not contain secrets. Only refusals load this file.
import type { Exchange } from "./envelope";
import { refusedLine, shownCredential } from "./refusedLine";

const maxPathLength = 200;
const maxIdLength = 40;
/** Most requests without a credential come from scanners, so only one in this many is logged. */
const strangersPerLine = 20;

export function logRefusedRequest({ requestId, code = "" }: Exchange, request: Request, status: number): void {
  // A fault has been logged already, with its details.
  if (status >= 500) return;
  const key = shownCredential(request.headers.get("Authorization") ?? request.headers.get("hook-signature"));
  if (key === "no key" && status === 401 && Math.random() * strangersPerLine >= 1) return;
  const path = withoutSecrets(new URL(request.url).pathname).slice(0, maxPathLength);
  console.info(refusedLine({ requestId, status, code, method: request.method, path, key }));
}

/** Clients sometimes put keys into paths. Ids have at most 40 characters, secrets have more. */
function withoutSecrets(path: string): string {
  const isShown = (segment: string) => segment.length <= maxIdLength && !segment.includes("svc_");
  return path
    .split("/")
    .map((segment) => (isShown(segment) ? segment : "..."))
    .join("/");
}
