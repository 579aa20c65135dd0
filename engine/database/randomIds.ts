// The random part of ids, drawn from a mutation's seed: the same mutation run again makes the same ids.
import crypto from "node:crypto";

export interface IdSource {
  next(): Buffer;
}

export function randomIds(seed: Uint8Array): IdSource {
  let counter = 0;
  return {
    next: () => {
      const block = crypto.createHash("sha256").update(seed).update(`id ${counter++}`).digest();
      return block.subarray(0, 16);
    },
  };
}
