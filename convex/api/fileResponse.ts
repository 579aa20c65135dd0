// Sends the bytes of a stored file. Only requests for files load this file.
import type { ActionCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { pictureType, servedType } from "../lib/mediaTypes";
import { commonHeaders, fromJsonText } from "./envelope";
import type { Exchange, JsonText } from "./envelope";
import type { StoredFile } from "./routeBuilders";

export async function fileResponse(ctx: ActionCtx, exchange: Exchange, found: JsonText<StoredFile>): Promise<Response> {
  const { storageId, name, mediaType } = fromJsonText(found);
  const blob = await ctx.storage.get(storageId);
  if (blob === null) throw apiError("NOT_FOUND", "The bytes of this file are not stored here any more.");
  return new Response(blob, {
    status: 200,
    headers: {
      ...commonHeaders(exchange),
      "Content-Type": servedType(mediaType),
      // The bytes come from outside: a browser neither guesses another type, nor runs or loads anything.
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Disposition": disposition(pictureType(mediaType) === null ? "attachment" : "inline", name),
    },
  });
}

/** RFC 6266: the name in ASCII for old clients, and as it is, in the encoding of RFC 5987. */
export function disposition(kind: "attachment" | "inline", path: string): string {
  const name = path.split(/[/\\]/).findLast((part) => part !== "") ?? "file";
  const plain = name.replaceAll(/[^\w .()+-]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
