// Promises that the host's streams give to guest code. They belong to no context, so each is written down with the run
// that asked for it: a rejection that nobody handles then ends that run. Streams are not changed otherwise.
import { activeRunOrNull } from "../activeRun";
import { attributeToRun } from "../rejections";

const METHODS: [owner: object, names: string[]][] = [
  [ReadableStream.prototype, ["cancel", "pipeTo"]],
  [ReadableStreamDefaultReader.prototype, ["cancel", "read"]],
  [ReadableStreamBYOBReader.prototype, ["cancel", "read"]],
  [WritableStream.prototype, ["abort", "close"]],
  [WritableStreamDefaultWriter.prototype, ["abort", "close", "write"]],
  [Blob.prototype, ["arrayBuffer", "text"]],
];

/** Must be called once, before any guest code runs. */
export function attributeStreamPromises(): void {
  for (const [owner, names] of METHODS) for (const name of names) attributeResults(owner, name);
}

function attributeResults(owner: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const native: unknown = descriptor?.value;
  if (descriptor === undefined || typeof native !== "function") throw new Error(`Streams have no ${name}.`);
  const attributed = {
    [name](this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(native, this, args);
      const run = activeRunOrNull();
      if (run !== null) attributeToRun(result, run);
      return result;
    },
  }[name];
  Object.defineProperty(attributed, "length", { value: native.length });
  Object.defineProperty(owner, name, { ...descriptor, value: attributed });
}
