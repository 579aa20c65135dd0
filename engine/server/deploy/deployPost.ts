// The steps that all deploy requests share: checking the admin key, decompressing the body, reading and writing JSON.
import type { Json, JsonObject } from "../../value/json";
import { adminByHeaderOrQuery, adminByKey, notAdmin } from "../adminAccess";
import type { Endpoint, Services } from "../exchange";
import { parseJsonObject } from "../jsonReader";
import { sendJson } from "../reply";
import { readDecodedBody, readPlainBody } from "../requestBody";

export function deployPost(handle: (body: JsonObject, services: Services) => Promise<Json> | Json): Endpoint {
  return async (exchange) => {
    const { limits } = exchange.services;
    const admin = await adminByHeaderOrQuery(exchange);
    // A client that has not yet shown the key must not make the server read or decompress a whole push.
    const read = admin === null ? readPlainBody : readDecodedBody;
    const maxBytes = admin === null ? limits.maxAnonymousBytes : limits.maxPushBytes;
    const body = parseJsonObject(await read(exchange, { maxBytes, timeoutMs: limits.bodyTimeoutMs }));
    if (admin === null) {
      const key = body["adminKey"];
      if (typeof key !== "string") throw notAdmin();
      adminByKey(exchange, key);
    }
    sendJson(exchange, 200, await handle(body, exchange.services));
  };
}
