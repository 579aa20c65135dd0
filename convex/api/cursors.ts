// A cursor is a position in a list with a seal, in base64url. The seal covers the position, the list, its filters and
// the project, so a cursor is refused anywhere else. It protects no secret. It is keyed by the project's exact time of
// creation, which clients never see, so that no client builds cursors itself.
import type { Doc } from "../_generated/dataModel";
import { bytesOfBase64Url, toBase64Url } from "../lib/base64";
import { sha256Hex } from "../lib/hashing";
import { invalid } from "../lib/errors";
import { sealLength } from "./cursorShape";

export interface CursorList {
  project: Doc<"projects">;
  /** The list with its filters, such as `issues?status=open`; see `listName`. */
  name: string;
}

export async function sealCursor({ project, name }: CursorList, position: string): Promise<string> {
  const seal = await sha256Hex(JSON.stringify([name, project._id, project._creationTime, position]));
  return toBase64Url(new TextEncoder().encode(seal.slice(0, sealLength) + position));
}

/** Returns the position. Throws VALIDATION unless the text is, byte by byte, a cursor of this list. */
export async function openCursor(list: CursorList, cursor: string): Promise<string> {
  const position = positionIn(cursor);
  if (position === null || (await sealCursor(list, position)) !== cursor) throw invalidCursor();
  return position;
}

export function invalidCursor(): Error {
  return invalid("cursor", "cursor does not belong to this list with these filters.");
}

function positionIn(cursor: string): string | null {
  const bytes = bytesOfBase64Url(cursor);
  return bytes && new TextDecoder().decode(bytes).slice(sealLength);
}
