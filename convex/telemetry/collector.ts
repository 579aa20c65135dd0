// The collector of traces, which only the operator names. Its variables are those of OpenTelemetry.

/** The only form that this service writes. Without the variable it is assumed. */
const spokenProtocol = "http/json";

/** The address to which traces are posted. Null: nobody collects them. */
export function tracesUrl(): string | null {
  const endpoint = process.env["OTEL_EXPORTER_OTLP_ENDPOINT"]?.trim() ?? "";
  const protocol = process.env["OTEL_EXPORTER_OTLP_PROTOCOL"]?.trim() ?? "";
  if (endpoint === "" || (protocol !== "" && protocol !== spokenProtocol)) return null;
  return `${endpoint.replace(/\/+$/, "")}/v1/traces`;
}
