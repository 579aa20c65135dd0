// Makes the part of an id that identifies a document: six bytes of time, so that documents made together are close
// together in the index, and ten random bytes, so that nobody can guess an id.
import crypto from "node:crypto";

const randomBytesPerId = 10;
const pool = Buffer.allocUnsafe(randomBytesPerId * 512);
let used = pool.length;

/** Returns the 16 bytes that identify a new document. `time` is in epoch milliseconds. */
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
