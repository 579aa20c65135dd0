// Collects the buffers of what clients have sent, once they are used. V8 hardly counts memory outside its heap when it
// decides about the next collection: after bodies of 200 MB, 150 MB of such buffers lay around. The C library keeps
// most of that memory for good.
import v8 from "node:v8";
import vm from "node:vm";

const collectEveryBytes = 16 * 1024 * 1024;

export class ReadGarbage {
  private readBytes = 0;

  /** Takes half a millisecond each time that it collects. */
  add(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes < collectEveryBytes) return;
    this.readBytes = 0;
    collect({ type: "minor" });
  }
}

const collect = collector();

/** The contexts of functions, which are made later, must not have this global. */
function collector(): (options: { type: "minor" }) => void {
  v8.setFlagsFromString("--expose-gc");
  const gc: unknown = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") throw new Error("V8 has no function that collects.");
  return (options) => void Reflect.apply(gc, undefined, [options]);
}
