// How much garbage the process keeps. By itself V8 lets the heap grow to four times what is in use before it collects all
// of it, and a burst, or an attack, raises what it takes for normal: the process then keeps 600 MB for the 90 it uses.
import { setFlagsFromString } from "node:v8";

/** Collects when the heap has grown by so much of what the last collection left, in percent. */
const growthPercent = 60;

export function boundHeapGrowth(): void {
  // V8 reads it at each collection, so that it may be set while the process runs.
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
