// Makes the seeds for the randomness of functions. They are drawn in bulk, because one request to the system for each
// seed would cost more than the function.
import crypto from "node:crypto";

const seedBytes = 32;
const pool = Buffer.allocUnsafe(seedBytes * 128);
let used = pool.length;

export function newSeed(): Uint8Array {
  if (used === pool.length) {
    crypto.randomFillSync(pool);
    used = 0;
  }
  return Uint8Array.prototype.slice.call(pool, used, (used += seedBytes));
}
