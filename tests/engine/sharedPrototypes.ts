// Prints what pushed code reaches from objects of the host, shares with other calls, and could still change.
// sharedPrototypes.test.ts runs it in a process of its own, because what is frozen stays frozen.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { closeConstructors } from "../../engine/runtime/constructors";
import { freezeShared } from "../../engine/runtime/globals/freeze";
import { Headers } from "../../engine/runtime/web/headers";
import { Request } from "../../engine/runtime/web/request";
import { Response } from "../../engine/runtime/web/response";

closeConstructors();
freezeShared();

const bytes = new ReadableStream({ type: "bytes", start: (controller) => controller.enqueue(new Uint8Array(4)) });
const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
const samples: unknown[] = [
  new Blob(["x"]),
  new File(["x"], "f"),
  new FormData(),
  new FormData().entries(),
  new Headers({ a: "b" }),
  new Headers().entries(),
  new Request("http://a/", { method: "POST", body: "x" }),
  new Response("x"),
  new Response("x").body,
  bytes,
  texts,
  new Blob(["x"]).stream(),
  new ReadableStream().values(),
  new ReadableStream().getReader(),
  new ReadableStream({ type: "bytes" }).getReader({ mode: "byob" }),
  new WritableStream(),
  new WritableStream().getWriter(),
  new TransformStream(),
  new TextDecoderStream(),
  new TextEncoderStream(),
  new TextEncoder(),
  new TextDecoder(),
  new TextDecoder("utf-16le"),
  new URL("http://a/?b=c"),
  new URLSearchParams("a=b"),
  new URLSearchParams("a=b").entries(),
  new AbortController(),
  AbortSignal.timeout(60_000),
  AbortSignal.any([new AbortController().signal]),
  new Event("x"),
  new EventTarget(),
  new DOMException("x"),
  new AsyncLocalStorage(),
  new AsyncResource("x"),
];

/** The buffers, regular expressions and errors are left as they are (engine/README.md). */
const left = /^(ArrayBuffer|SharedArrayBuffer|DataView|RegExp|TypedArray|\w+Array|\w*Error)$/;
const seen = new Set<unknown>();
const open = new Set<string>();

function visit(value: unknown, path: string): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
  seen.add(value);
  if (value === globalThis || value === process) return void open.add(`${path} is the host's own`);
  const holder = sharedNameOf(value);
  if (holder !== null && !left.test(holder)) {
    const changeable = Reflect.ownKeys(value).filter((key) => isChangeable(value, key));
    if (changeable.length > 0) open.add(`${holder}: ${changeable.map(String).join(", ")}`);
  }
  visit(Object.getPrototypeOf(value), `${path}.__proto__`);
  for (const key of Reflect.ownKeys(value)) {
    // Its value, or its getter and its setter.
    const parts: unknown[] = Object.values(Object.getOwnPropertyDescriptor(value, key) ?? {});
    for (const each of parts) visit(each, `${path}.${String(key)}`);
  }
}

/** The name of the class that this is, or whose prototype it is. Null for objects that belong to one call. */
function sharedNameOf(value: object): string | null {
  if (typeof value === "function") return /^[A-Z]/.test(value.name) ? value.name : null;
  const maker: unknown = Object.getOwnPropertyDescriptor(value, "constructor")?.value;
  return typeof maker === "function" && maker.prototype === value ? maker.name : null;
}

function isChangeable(holder: object, key: PropertyKey): boolean {
  const found = Object.getOwnPropertyDescriptor(holder, key);
  if (found === undefined || ["constructor", "prototype", "name", "length"].includes(String(key))) return false;
  return typeof found.value === "function"
    ? found.writable === true || found.configurable === true
    : found.configurable === true;
}

for (const [index, sample] of samples.entries()) visit(sample, `sample ${index}`);
console.log(JSON.stringify([...open].toSorted(), null, 1));
process.exit();
