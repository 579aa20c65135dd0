// One line for each request that was refused, so that it can be told afterwards why, by its X-Request-ID or its key.
// Loaded by refusals alone. Whoever reads the log may not learn secrets from it: of a key it has the part that is shown.
import type { Exchange } from "./envelope";

const pathLengthMax = 200;
const idLengthMax = 40;
/** Requests without any credential come from scanners; one of so many is noted. */
const strangersPerLine = 20;

export function logRefusal({ requestId, code = "" }: Exchange, request: Request, status: number): void {
  // A fault is in the log already, with what is known of it.
  if (status >= 500) return;
  const credential = credentialOf(request.headers);
  if (credential === "no key" && status === 401 && Math.random() * strangersPerLine >= 1) return;
  const path = withoutSecrets(new URL(request.url).pathname).slice(0, pathLengthMax);
  console.info(`Refused ${requestId} ${status} ${code} ${request.method} ${path} (${credential})`);
}

/** Clients put keys into paths now and then. An id has at most 40 characters, and a secret more. */
function withoutSecrets(path: string): string {
  const isShown = (segment: string) => segment.length <= idLengthMax && !segment.includes("svc_");
  return path
    .split("/")
    .map((segment) => (isShown(segment) ? segment : "..."))
    .join("/");
}

/** The prefix of an API key, as lists of keys show it. */
function credentialOf(headers: Headers): string {
  const header = headers.get("Authorization") ?? headers.get("hook-signature");
  if (header === null) return "no key";
  return /^Bearer +(svc_[a-z]+_[0-9A-Za-z]{8})[0-9A-Za-z]{8,}$/i.exec(header)?.[1] ?? "another credential";
}
