// The Request and Response objects that HTTP actions work with, made from and taken apart for node:http.
import { invalid } from "./jsonReader";

export interface ActionRequest {
  method: string;
  url: string;
  /** Alternating names and values, as node:http keeps them. */
  rawHeaders: string[];
  body: Buffer | null;
}

export function toRequest({ method, url, rawHeaders, body }: ActionRequest): Request {
  const headers: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  }
  try {
    return new Request(url, { method, headers, body: body === null ? null : new Uint8Array(body) });
  } catch (error) {
    throw invalid(`The request cannot be represented: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type ActionBody =
  | { kind: "bytes"; bytes: Uint8Array | string }
  | { kind: "stream"; stream: AsyncIterable<Uint8Array>; cancel: () => void };

export interface ActionResponse {
  status: number;
  /** Alternating names and values. */
  headers: string[];
  body: ActionBody;
}

export function fromResponse(response: Response): ActionResponse {
  const headers: string[] = [];
  response.headers.forEach((value, name) => headers.push(name, value));
  return { status: response.status, headers, body: bodyOf(response) };
}

function bodyOf(response: Response): ActionBody {
  if (response.body === null) return { kind: "bytes", bytes: "" };
  const reader = response.body.getReader();
  return { kind: "stream", stream: chunks(reader), cancel: () => void reader.cancel().catch(() => undefined) };
}

async function* chunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
