// Classes of Node whose promises or callbacks the engine cannot see. A run that makes an object of such a class is
// watched from then on (`Run.untrack`). Callbacks handed to these classes enter the context as all other guest code
// does.
import { activeRun, activeRunOrNull } from "../activeRun";
import { enter } from "../pump";
import type { Run } from "../run";
import { requireAction } from "./requireAction";
import { possibleDelay } from "./timers";

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
 * Guest code that makes a stream for others, such as the body of a response, does not wait for the stream. If its run
 * were watched for that alone, an idle stream would keep the engine busy. Guest code may begin to wait when it reads
 * the stream itself.
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

/**
 * An action ends by its deadline at the latest. A query or mutation that waits for nothing must be found by polling.
 */
function watchSource(run: Run): void {
  if (run.isAction) run.expectCalls();
  else run.untrack();
}

/** Returns an underlying source, sink or transformer each of whose methods runs as a step of the run. */
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

/** Turns the context's promise into a promise of the host, which settles as soon as the context's promise does. */
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
  return AbortSignal.timeout(possibleDelay(delayMs));
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
