// A receiver of traces that decodes what arrives by the schema of OTLP in the package of the OpenTelemetry project, as
// collectors do.
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean };
}

export interface DecodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  events: { name: string; timeUnixNano: string; attributes: Record<string, unknown> }[];
  status?: { code?: number };
}

interface MessageType {
  fromObject(plain: object): object;
  verify(message: object): string | null;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: { longs: typeof String }): object;
}

interface Schema {
  opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
}

// The types of this module are larger than the module, and the package does not offer it to importers.
const require = createRequire(import.meta.url);
const schema = require("@opentelemetry/otlp-transformer/build/src/generated/root") as Schema;
const request = schema.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

const ids: Record<string, number> = { traceId: 16, spanId: 8, parentSpanId: 8 };

/** In JSON the ids are hexadecimal, and bytes in the schema. */
function withBytes(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const length = ids[field];
      if (length === undefined || typeof inner !== "string") return [field, inner];
      if (!new RegExp(`^[0-9a-f]{${length * 2}}$`).test(inner)) throw new Error(`${field} is not an id: ${inner}`);
      return [field, Buffer.from(inner, "hex").toString("base64")];
    }),
  );
}

/** What is empty has no place in the binary form. */
function compact(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, compact(inner)]);
  return Object.fromEntries(
    entries.filter(([, inner]) => typeof inner !== "object" || inner === null || Object.keys(inner).length > 0),
  );
}

interface Decoded {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string; version: string; attributes: Attribute[] }; spans: WireSpan[] }[];
  }[];
}

type WireSpan = Omit<DecodedSpan, "attributes" | "events"> & {
  attributes: Attribute[];
  events?: { name: string; timeUnixNano: string; attributes: Attribute[] }[];
};

/** Throws when a field is not in the schema, has another type, or is lost on the way through the binary form. */
export function decodeTraces(body: string): Decoded {
  const plain = JSON.parse(JSON.stringify(JSON.parse(body), withBytes)) as object;
  const message = request.fromObject(plain);
  const fault = request.verify(message);
  if (fault !== null) throw new Error(fault);
  const decoded = compact(request.toObject(request.decode(request.encode(message).finish()), { longs: String }));
  const sent = compact(JSON.parse(body));
  const [one, other] = [decoded, sent].map((value) => JSON.stringify(sorted(value)));
  if (one !== other) throw new Error(`Something is not in the schema.\nsent:    ${other}\ndecoded: ${one}`);
  return decoded as Decoded;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [another]) => (one < another ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

export function valuesOf(attributes: readonly Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

export function spansIn(body: string): DecodedSpan[] {
  return decodeTraces(body).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        events: (span.events ?? []).map(({ name, timeUnixNano, attributes }) => ({
          name,
          timeUnixNano,
          attributes: valuesOf(attributes),
        })),
      })),
    ),
  );
}

export interface Collector {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` names. */
  endpoint: string;
  received: { path: string; headers: IncomingHttpHeaders; body: string }[];
  /** How it answers the next requests, in their order; the last one stays. At first it is 200. */
  answers: (number | ((response: ServerResponse) => void))[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const received: Collector["received"] = [];
  const answers: Collector["answers"] = [200];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { url = "", headers } = incoming;
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString("utf8") });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
      if (typeof answer === "number") response.writeHead(answer, { Location: "/elsewhere" }).end("{}");
      else answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
