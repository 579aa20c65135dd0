// Reads a small JSON document from a server that may be slow, or may send without end.
import type { Json } from "../../value/json";
import { isLocalAddress, isSafeAddress, safeAddressRule } from "./safeAddress";

const timeoutMs = 5_000;
const maxRedirects = 5;
const maxBytes = 512 * 1024;

/** Throws an Error whose message says what went wrong. */
export async function fetchJson(url: string): Promise<Json> {
  try {
    const response = await fetchSafely(url, AbortSignal.timeout(timeoutMs));
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return JSON.parse(await boundedText(response)) as Json;
  } catch (error) {
    throw new Error(`${addressOf(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * A redirect may lead to any address that could also be asked directly, but never from TLS to a connection without it.
 */
async function fetchSafely(url: string, signal: AbortSignal): Promise<Response> {
  let address = new URL(url);
  if (address.protocol !== "data:" && !isSafeAddress(address)) throw new Error(safeAddressRule);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(address, { headers: { Accept: "application/json" }, redirect: "manual", signal });
    const target = response.headers.get("location");
    if (target === null || response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    address = redirectTarget(address, target);
  }
  throw new Error(`it redirected more than ${maxRedirects} times`);
}

function redirectTarget(from: URL, target: string): URL {
  const to = URL.canParse(target, from) ? new URL(target, from) : null;
  const isSafe = to !== null && (to.protocol === "https:" || (isLocalAddress(from) && isLocalAddress(to)));
  if (!isSafe) throw new Error(`it redirected to ${target}, and ${safeAddressRule}`);
  return to;
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`it answered with more than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function addressOf(url: string): string {
  return url.startsWith("data:") ? "the data URL" : url;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return "its answer is not JSON";
  // The message of the error is only `fetch failed`. Its cause says what went wrong.
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
