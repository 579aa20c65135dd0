// Answers GET /docs: the guides and the reference as one page, which loads nothing from another host. HTTP actions have
// no static hosting, so the page is a module; only requests for it load this file.
import type { Exchange } from "../api/envelope";
import { keptTextResponse } from "../api/keptText";
import { sha256Hex } from "../lib/hashing";
import { hashes, page } from "./_generated/page";

/** The page may run its own script alone, and asks this host alone. Nothing turns a text into HTML. */
const policy = [
  "default-src 'none'",
  `script-src '${hashes.script}'`,
  `style-src '${hashes.style}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Answers GET and HEAD. */
export async function answer(request: Request, { requestId }: Exchange): Promise<Response> {
  const tag = `"${(await sha256Hex(page)).slice(0, 32)}"`;
  return keptTextResponse(request.headers, tag, () => page, {
    "Content-Type": "text/html; charset=utf-8",
    "X-Request-ID": requestId,
    // A browser asks each time, and is answered without a body until the page changes.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
}
