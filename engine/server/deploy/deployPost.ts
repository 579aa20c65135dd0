// What every deploy request has in common: the admin key, a body that may be compressed, JSON in and out.
import type { Json, JsonObject } from "../../value/json";
import { adminByHeaderOrQuery, adminByKey, notAdmin } from "../adminAccess";
import type { Endpoint, Services } from "../exchange";
import { parseJsonObject } from "../jsonReader";
import { sendJson } from "../reply";
import { readDecodedBody } from "../requestBody";

export function deployPost(handle: (body: JsonObject, services: Services) => Promise<Json> | Json): Endpoint {
  return async (exchange) => {
    const { limits } = exchange.services;
    const admin = await adminByHeaderOrQuery(exchange);
    // Who has not shown the key yet may not make the server decompress a whole push.
    const maxBytes = admin === null ? limits.maxBodyBytes : limits.maxPushBytes;
    const bytes = await readDecodedBody(exchange, { maxBytes, timeoutMs: limits.bodyTimeoutMs });
    const body = parseJsonObject(bytes.toString("utf8"));
    if (admin === null) {
      const key = body["adminKey"];
      if (typeof key !== "string") throw notAdmin();
      adminByKey(exchange, key);
    }
    sendJson(exchange, 200, await handle(body, exchange.services));
  };
}
