// Keys that outlive the call which read them lie together in slabs of their own. Node cuts short buffers from pools of
// 8 kB that end only with the last buffer in them, so one key that is held for a result keeps what the calls around it
// had there.
const slabBytes = 8 * 1024;
/** A longer one is not from a pool of Node's, or fills most of it. */
const longestInSlab = slabBytes / 4;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let used = 0;

/**
 * The same bytes. Those that are asked for one after another end together, as results that came together do in time.
 */
export function heldKey(key: Buffer): Buffer {
  if (key.length > longestInSlab) return key;
  if (used + key.length > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  const copy = slab.subarray(used, used + key.length);
  used += key.copy(slab, used);
  return copy;
}
