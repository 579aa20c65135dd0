// A cursor is a position and a seal over it, the list, its filters and the project, in base64url; a seal under other
// ones does not hold. The seal needs no secret that must be kept from callers, as a position is only ever looked up
// among the rows of the caller's own project; it is keyed by the project's exact time of creation, of which the API
// shows whole milliseconds alone, so that nobody comes to depend on making cursors.
import type { Doc } from "../_generated/dataModel";
import { bytesOfBase64Url, toBase64Url } from "../lib/base64";
import { sha256Hex } from "../lib/hashing";
import { invalid } from "../lib/errors";

export interface SealedList {
  project: Doc<"projects">;
  /** With its filters, such as `issues?status=open`; see `listName`. */
  name: string;
}

const sealLength = 32;

export async function sealCursor({ project, name }: SealedList, position: string): Promise<string> {
  const seal = await sha256Hex(JSON.stringify([name, project._id, project._creationTime, position]));
  return toBase64Url(new TextEncoder().encode(seal.slice(0, sealLength) + position));
}

/** The position. Throws VALIDATION for whatever is not, byte by byte, a cursor of this list. */
export async function openCursor(list: SealedList, cursor: string): Promise<string> {
  const position = positionIn(cursor);
  if (position === null || (await sealCursor(list, position)) !== cursor) throw invalidCursor();
  return position;
}

export function invalidCursor(): Error {
  return invalid("cursor", "cursor is none of this list with these filters.");
}

function positionIn(cursor: string): string | null {
  const bytes = bytesOfBase64Url(cursor);
  return bytes && new TextDecoder().decode(bytes).slice(sealLength);
}
