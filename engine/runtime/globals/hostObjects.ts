// Classes of Node that work with promises or callbacks the engine cannot see: whoever makes one is watched from then on
// (`Run.untrack`), and callbacks handed to them enter the context as every other guest code does.
import { activeRun } from "../active";
import { enter } from "../pump";
import type { Run } from "../run";
import { requireAction } from "./refusal";

type Constructor = new (...args: never[]) => object;

const watchedHandler: ProxyHandler<Constructor> = {
  construct(target, args, newTarget): object {
    const run = activeRun();
    run.untrack();
    return Reflect.construct(
      target,
      args.map((arg: unknown) => withSteps(run, arg)),
      newTarget,
    ) as object;
  },
};

function watched(host: Constructor): Constructor {
  return new Proxy(host, watchedHandler);
}

/** An underlying source, sink or transformer whose methods each are a step of the run. */
function withSteps(run: Run, callbacks: unknown): unknown {
  if (!isCallbacks(callbacks)) return callbacks;
  const stepped: Record<string, unknown> = {};
  for (const name of ["start", "pull", "cancel", "write", "close", "abort", "transform", "flush", "size"]) {
    const callback: unknown = Reflect.get(callbacks, name);
    if (typeof callback !== "function") continue;
    stepped[name] = (...args: unknown[]) => enter(run, () => Reflect.apply(callback, callbacks, args) as unknown);
  }
  return Object.assign(Object.create(callbacks), stepped);
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
  ReadableStream: watched(ReadableStream),
  WritableStream: watched(WritableStream),
  TransformStream: watched(TransformStream),
  TextDecoderStream: watched(TextDecoderStream),
  ReadableStreamBYOBReader,
  ReadableStreamDefaultReader,
  WritableStreamDefaultWriter,
};
