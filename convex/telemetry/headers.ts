// The headers with which traces are sent, in the form that OpenTelemetry has for them: `name=value,other=value`, with
// what would be ambiguous percent-encoded. This file is pure.

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\x20-\x7e]*$/;

/** Returns null when the text has another form. */
export function parseHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",").map((part) => part.trim())) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const value = decoded(pair.slice(at + 1).trim());
    if (!headerName.test(name) || value === null || !headerValue.test(value)) return null;
    headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
