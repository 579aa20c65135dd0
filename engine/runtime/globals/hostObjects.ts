// Classes of Node that work with promises or callbacks the engine cannot see: whoever makes one is watched from then on
// (`Run.untrack`), and callbacks handed to them enter the context as every other guest code does.
import { activeRun, activeRunOrNull } from "../active";
import { enter } from "../pump";
import type { Run } from "../run";
import { requireAction } from "./refusal";

type Constructor = new (...args: never[]) => object;

function watched(host: Constructor, watch = (run: Run): void => run.untrack()): Constructor {
  return new Proxy(host, {
    construct(target, args, newTarget): object {
      const run = activeRun();
      watch(run);
      return Reflect.construct(
        target,
        args.map((arg: unknown) => withSteps(run, arg)),
        newTarget,
      ) as object;
    },
  });
}

const NativeStream: Constructor = ReadableStream;

/**
 * Guest code that makes a stream for others, as the body of a response is, waits for nothing of it: that alone would
 * keep an idle stream busy. It may begin to wait when it reads the stream itself.
 */
class SourceStream extends NativeStream {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof ReadableStream;
  }
}

for (const name of ["getReader", "cancel", "pipeTo", "pipeThrough", "tee", "values", Symbol.asyncIterator] as const) {
  const native: unknown = Reflect.get(ReadableStream.prototype, name);
  if (typeof native !== "function") throw new Error(`Streams have no ${String(name)}.`);
  Object.defineProperty(SourceStream.prototype, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      activeRunOrNull()?.untrack();
      return Reflect.apply(native, this, args);
    },
  });
}
Object.defineProperty(SourceStream, "name", { value: "ReadableStream" });

/** An action ends by its deadline at the latest; what a query or mutation waits for in vain is found by looking. */
function watchSource(run: Run): void {
  if (run.isAction) run.expectCalls();
  else run.untrack();
}

/** An underlying source, sink or transformer whose methods each are a step of the run. */
function withSteps(run: Run, callbacks: unknown): unknown {
  if (!isCallbacks(callbacks)) return callbacks;
  const stepped: Record<string, unknown> = {};
  for (const name of ["start", "pull", "cancel", "write", "close", "abort", "transform", "flush", "size"]) {
    const callback: unknown = Reflect.get(callbacks, name);
    if (typeof callback !== "function") continue;
    stepped[name] = (...args: unknown[]) => enter(run, () => toHost(run, Reflect.apply(callback, callbacks, args)));
  }
  return Object.assign(Object.create(callbacks), stepped);
}

/** The host's own promise for the context's, which settles as soon as that does. */
function toHost(run: Run, result: unknown): unknown {
  if (typeof result !== "object" || result === null || !("then" in result)) return result;
  return new Promise((resolve, reject) => run.guest.realm.watch(result, resolve, reject));
}

function isCallbacks(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer);
}

const abortSignalHandler: ProxyHandler<typeof AbortSignal> = {
  get(target, name, receiver): unknown {
    return name === "timeout" ? abortAfter : Reflect.get(target, name, receiver);
  },
};

function abortAfter(delayMs: number): AbortSignal {
  requireAction("AbortSignal.timeout").untrack();
  return AbortSignal.timeout(delayMs);
}

export const hostObjects = {
  AbortSignal: new Proxy(AbortSignal, abortSignalHandler),
  Blob: watched(Blob),
  File: watched(File),
  ReadableStream: watched(SourceStream, watchSource),
  WritableStream: watched(WritableStream),
  TransformStream: watched(TransformStream),
  TextDecoderStream: watched(TextDecoderStream),
  TextEncoderStream: watched(TextEncoderStream),
  ReadableStreamBYOBReader,
  ReadableStreamDefaultReader,
  WritableStreamDefaultWriter,
};
