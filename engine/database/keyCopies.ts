// Copies the keys that outlive the call which read them into separate blocks of memory. Node allocates short buffers
// from pools of 8 kB, and a pool is freed only with its last buffer. Without the copy, one held key would keep the
// whole pool with the data of other calls in memory.
const slabBytes = 8 * 1024;
/** A longer key is not copied: Node does not take it from a pool, or it fills most of the pool. */
const maxBytesInSlab = slabBytes / 4;

let slab = Buffer.allocUnsafeSlow(slabBytes);
let used = 0;

/**
 * Returns a copy of the key's bytes in the current block. Keys that are copied one after another share a block, since
 * results that were made together usually end together.
 */
export function copyKey(key: Buffer): Buffer {
  if (key.length > maxBytesInSlab) return key;
  if (used + key.length > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  const copy = slab.subarray(used, used + key.length);
  used += key.copy(slab, used);
  return copy;
}
