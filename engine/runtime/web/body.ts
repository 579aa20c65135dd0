// The methods that `Request` and `Response` share. Nearly all bodies are text or bytes, which are kept as they are.
// Streams, blobs and forms are carried by a native Response. Node loads its native classes when they are first named,
// which takes a tenth of a start, so this folder names them only where it needs one.
import { activeRunOrNull } from "../activeRun";
import { adoptPromise, jsonParser, guestPromise } from "./guestPromise";

/** The native class. This folder has a class with the same name. */
type NativeResponse = globalThis.Response;

export type BodyContent =
  | { kind: "none" }
  | { kind: "text"; text: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "native"; carrier: NativeResponse };

export interface ExtractedBody {
  content: BodyContent;
  /** The Content-Type of this body, used unless the headers name one. */
  type: string | null;
}

const NONE: BodyContent = { kind: "none" };

/** Turns the value that code passes as a body into its content and type. The standard calls this "extract a body". */
export function extractBody(init: BodyInit | Uint8Array | null | undefined): ExtractedBody {
  if (init === null || init === undefined) return { content: NONE, type: null };
  if (typeof init === "string") return { content: { kind: "text", text: init }, type: "text/plain;charset=UTF-8" };
  if (init instanceof URLSearchParams) {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    return { content: { kind: "text", text: init.toString() }, type };
  }
  if (init instanceof ArrayBuffer || ArrayBuffer.isView(init)) {
    return { content: { kind: "bytes", bytes: copyOf(init) }, type: null };
  }
  if (init instanceof Blob || init instanceof FormData || init instanceof ReadableStream) {
    const carrier = new globalThis.Response(init);
    return { content: { kind: "native", carrier }, type: carrier.headers.get("content-type") };
  }
  return extractBody(String(init));
}

function copyOf(source: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return new Uint8Array(view);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export abstract class WebBody {
  #content: BodyContent;
  #isUsed = false;

  constructor(content: BodyContent) {
    this.#content = content;
  }

  abstract readonly headers: Headers;

  get bodyUsed(): boolean {
    return this.#isUsed || (this.#content.kind === "native" && this.#content.carrier.bodyUsed);
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.#content.kind === "none") return null;
    activeRunOrNull()?.untrack();
    return this.#carrier().body;
  }

  text(): Promise<string> {
    const content = this.#content;
    if (content.kind === "native") return this.#fromCarrier((carrier) => carrier.text());
    return guestPromise(() => textOf(this.#take()));
  }

  json(): Promise<unknown> {
    const parse = jsonParser();
    if (this.#content.kind !== "native") return guestPromise(() => parse(textOf(this.#take())));
    return this.#fromCarrier(async (carrier) => parse(await carrier.text()));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#content.kind === "native") return this.#fromCarrier((carrier) => carrier.arrayBuffer());
    return guestPromise(() => bytesOf(this.#take()).buffer);
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#content.kind !== "native") return guestPromise(() => bytesOf(this.#take()));
    return this.#fromCarrier(async (carrier) => new Uint8Array(await carrier.arrayBuffer()));
  }

  blob(): Promise<Blob> {
    activeRunOrNull()?.untrack();
    const type = this.headers.get("content-type") ?? "";
    if (this.#content.kind !== "native") return guestPromise(() => new Blob([bytesOf(this.#take())], { type }));
    return this.#fromCarrier(async (carrier) => new Blob([await carrier.arrayBuffer()], { type }));
  }

  formData(): Promise<FormData> {
    activeRunOrNull()?.untrack();
    const type = this.headers.get("content-type");
    return this.#fromCarrier((carrier) => {
      return new globalThis.Response(
        carrier.body,
        type === null ? {} : { headers: { "content-type": type } },
      ).formData();
    });
  }

  /** Returns the body for a copy of this object. Throws when the body has already been read. */
  protected cloneContent(): BodyContent {
    if (this.bodyUsed || isLocked(this.#content))
      throw new TypeError("Response.clone: Body has already been consumed.");
    if (this.#content.kind !== "native") return this.#content;
    return { kind: "native", carrier: this.#content.carrier.clone() };
  }

  /** Returns the body for another object. This object then has none to read. */
  protected moveContent(): BodyContent {
    if (this.bodyUsed || isLocked(this.#content)) throw new TypeError(UNUSABLE);
    const content = this.#content;
    if (content.kind !== "none") this.#isUsed = true;
    return content;
  }

  /**
   * Calls `onEnd` once no more of the body will come. Returns a function that breaks the body off earlier, or null when
   * there is nothing to wait for.
   */
  observeBody(onEnd: () => void): ((reason: Error) => void) | null {
    if (this.#content.kind !== "native" || this.#content.carrier.body === null || this.bodyUsed) return null;
    const { stream, breakOff } = observed(this.#content.carrier.body, onEnd);
    this.#content = { kind: "native", carrier: new globalThis.Response(stream) };
    return breakOff;
  }

  #take(): BodyContent {
    if (this.#isUsed) throw new TypeError(UNUSABLE);
    if (this.#content.kind !== "none") this.#isUsed = true;
    return this.#content;
  }

  /** Turns the body into one that a native Response carries. */
  #carrier(): NativeResponse {
    const content = this.#content;
    if (content.kind === "native") return content.carrier;
    const carrier = new globalThis.Response(content.kind === "none" ? null : bytesOf(content));
    if (this.#isUsed) void carrier.arrayBuffer();
    this.#content = { kind: "native", carrier };
    return carrier;
  }

  #fromCarrier<T>(read: (carrier: NativeResponse) => Promise<T>): Promise<T> {
    if (this.bodyUsed) return guestPromise(() => unusable());
    const carrier = this.#carrier();
    return adoptPromise(read(carrier));
  }
}

/** The engine reads bodies with this method. Unlike a guest's reading, the run need not know of it. */
const readerOf: (this: ReadableStream<Uint8Array>) => ReadableStreamDefaultReader<Uint8Array> =
  // oxlint-disable-next-line typescript/unbound-method -- it is called on a stream each time
  ReadableStream.prototype.getReader;

function observed(
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): { stream: ReadableStream<Uint8Array<ArrayBuffer>>; breakOff: (reason: Error) => void } {
  const reader = readerOf.call(body);
  let breakOff = (_reason: Error): void => undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      breakOff = (reason) => controller.error(reason);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(bytesOfChunk(value));
        controller.close();
      } catch (error) {
        controller.error(error);
        reader.cancel(error).catch(() => undefined);
      }
      onEnd();
    },
    cancel(reason) {
      // Guest code learns of the cancellation, but cannot make anybody wait.
      reader.cancel(reason).catch(() => undefined);
      onEnd();
    },
  });
  return { stream, breakOff };
}

/** Guest code can enqueue anything, but only bytes can be sent. */
function bytesOfChunk(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (chunk instanceof ArrayBuffer || ArrayBuffer.isView(chunk)) return copyOf(chunk);
  throw new TypeError(`The stream of a body must consist of Uint8Arrays, but it had a value of type ${typeof chunk}.`);
}

const UNUSABLE = "Body is unusable: Body has already been read";

function unusable(): never {
  throw new TypeError(UNUSABLE);
}

function isLocked(content: BodyContent): boolean {
  return content.kind === "native" && content.carrier.body?.locked === true;
}

function textOf(content: BodyContent): string {
  switch (content.kind) {
    case "none":
      return "";
    case "text":
      return asDecoded(content.text);
    case "bytes":
      return decoder.decode(content.bytes);
    case "native":
      throw new Error("A carried body is read by its carrier.");
  }
}

/** Returns the text that results when `text` is encoded as UTF-8 and decoded again. */
function asDecoded(text: string): string {
  const marked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return marked.toWellFormed();
}

export function bytesOf(content: BodyContent): Uint8Array<ArrayBuffer> {
  switch (content.kind) {
    case "none":
      return new Uint8Array();
    case "text":
      return encoder.encode(content.text);
    case "bytes":
      return new Uint8Array(content.bytes);
    case "native":
      throw new Error("A carried body is read by its carrier.");
  }
}
