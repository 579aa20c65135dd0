// The line of the log about a refused request: written by logRefusedRequest.ts, and read again by those who turn the
// log into fields. Pure.

export interface RefusedLine {
  /** The `X-Request-ID` that the caller received. */
  requestId: string;
  status: number;
  code: string;
  method: string;
  path: string;
  /** The beginning of an API key, as lists of keys show it, or words. */
  key: string;
}

export function refusedLine({ requestId, status, code, method, path, key }: RefusedLine): string {
  return `Refused ${requestId} ${status} ${code} ${method} ${path} (${key})`;
}

/** Returns null when a text is not such a line. */
export function readRefusedLine(text: string): RefusedLine | null {
  const found = /^Refused (\S+) (\d{3}) (\S*) (\S+) (\S+) \(([^()]+)\)$/.exec(text);
  if (found === null) return null;
  const [, requestId = "", status = "", code = "", method = "", path = "", key = ""] = found;
  return { requestId, status: Number(status), code, method, path, key };
}

/** Returns the prefix of an API key, as lists of keys show it. `header` is what a request authenticates itself by. */
export function shownCredential(header: string | null): string {
  if (header === null) return "no key";
  return /^Bearer +(svc_[a-z]+_[0-9A-Za-z]{8})[0-9A-Za-z]{8,}$/i.exec(header)?.[1] ?? "another credential";
}
