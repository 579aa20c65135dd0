// The part of an id that tells documents apart: six bytes of time, so that documents made together lie together in the
// index, and ten of randomness, so that nobody can guess one.
import crypto from "node:crypto";

const randomBytesPerId = 10;
const pool = Buffer.allocUnsafe(randomBytesPerId * 512);
let used = pool.length;

/** `time` is in epoch milliseconds. */
export function newInternalId(time: number): Buffer {
  if (used === pool.length) {
    crypto.randomFillSync(pool);
    used = 0;
  }
  const id = Buffer.allocUnsafe(6 + randomBytesPerId);
  id.writeUIntBE(Math.floor(time), 0, 6);
  pool.copy(id, 6, used, (used += randomBytesPerId));
  return id;
}
