// GET /api/v1/openapi.json: the OpenAPI document of this service, for anybody, without a key and without an envelope.
// Only requests for it load this file. `npm run codegen` makes the document and its tag.
import document from "../openapi/document.json";
import { tag } from "../openapi/tag";
import { commonHeaders } from "./envelope";
import type { Exchange } from "./envelope";
import { keptTextResponse } from "./keptText";
import { refuseParameters } from "./refuseParameters";

/** Answers GET and HEAD. Throws VALIDATION for a parameter, as every request that takes none. */
export async function answer(request: Request, exchange: Exchange): Promise<Response> {
  refuseParameters(new URL(request.url).search);
  return keptTextResponse(request.headers, `"${tag}"`, () => JSON.stringify(document), {
    ...commonHeaders(exchange),
    // It changes only with a new version of the service. Then clients should soon see the new one.
    "Cache-Control": "public, max-age=60",
    "Access-Control-Expose-Headers": "X-Request-ID, ETag",
  });
}
