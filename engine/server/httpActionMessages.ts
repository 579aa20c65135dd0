// Converts between the Request and Response objects that HTTP actions work with and those of node:http.
import { createRequest, type OnGone } from "../runtime/web/request";
import { responseParts } from "../runtime/web/response";
import { invalid } from "./jsonReader";

export interface ActionRequest {
  method: string;
  url: string;
  /** The headers as a list in which names and values alternate, as in node:http. */
  rawHeaders: string[];
  body: Buffer | null;
  onGone?: OnGone | undefined;
}

export function toRequest({ method, url, rawHeaders, body, onGone }: ActionRequest): Request {
  try {
    return createRequest({ method, url, headers: rawHeaders, body, onGone });
  } catch (error) {
    throw invalid(`The request cannot be represented: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type ActionBody =
  | { kind: "bytes"; bytes: Uint8Array | string }
  | { kind: "stream"; stream: AsyncIterable<Uint8Array>; cancel: () => void };

export interface ActionResponse {
  status: number;
  /** The headers as a list in which names and values alternate. */
  headers: string[];
  body: ActionBody;
}

/** Headers about the connection or the framing. The server sets these, not the app. */
const CONNECTION_HEADERS = new Set(["connection", "content-length", "keep-alive", "transfer-encoding", "upgrade"]);

export function fromResponse(response: Response): ActionResponse {
  const { status, headers, body } = responseParts(response);
  const own: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? "";
    if (!CONNECTION_HEADERS.has(name)) own.push(name, headers[index + 1] ?? "");
  }
  return { status, headers: own, body: body instanceof ReadableStream ? streamedBody(body) : wholeBody(body) };
}

function wholeBody(body: Uint8Array | string | null): ActionBody {
  return { kind: "bytes", bytes: body ?? "" };
}

function streamedBody(body: ReadableStream<Uint8Array>): ActionBody {
  const reader = body.getReader();
  return { kind: "stream", stream: chunks(reader), cancel: () => void reader.cancel().catch(() => undefined) };
}

async function* chunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
