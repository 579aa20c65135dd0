// Reads a small JSON document of somebody who may be slow, or may not stop.
import type { Json } from "../../value/json";

const timeoutMs = 5_000;
const maxBytes = 512 * 1024;

/** Throws an Error whose message says what was wrong. */
export async function fetchJson(url: string): Promise<Json> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return JSON.parse(await boundedText(response)) as Json;
  } catch (error) {
    throw new Error(`${addressOf(url)}: ${reasonOf(error)}`, { cause: error });
  }
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
  if (error instanceof SyntaxError) return "it answered with something that is no JSON";
  // `fetch failed` says nothing; what lies below it does.
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}
