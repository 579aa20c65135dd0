// Sends traces to the collector. The operator has named its address, so it may also be a private one.
import { parseHeaders } from "./headers";

const timeoutMs = 10_000;

export interface Answer {
  /** Null when the collector has taken the traces, otherwise what went wrong. */
  error: string | null;
  /** Whether another try may succeed. */
  mayRetry: boolean;
}

/** Those of the OTLP specification. Every other refusal would be repeated. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export async function post(url: string, body: string): Promise<Answer> {
  const own = parseHeaders(process.env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "");
  if (own === null) return { error: "OTEL_EXPORTER_OTLP_HEADERS is malformed", mayRetry: false };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...own, "Content-Type": "application/json", "User-Agent": "Switchyard-Telemetry/1" },
      body,
      // The headers are for the collector alone.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Nobody reads what else the collector says.
    await response.body?.cancel().catch(() => undefined);
    const { ok, status } = response;
    return ok ? { error: null, mayRetry: false } : { error: `it answered ${status}`, mayRetry: passing.has(status) };
  } catch (error) {
    return { error: error instanceof Error ? error.name : "it did not answer", mayRetry: true };
  }
}
