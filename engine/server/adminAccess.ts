// The admin key allows requests that change the deployment or call functions that are not public.
import { RequestError, type Caller } from "../application/contract";
import type { Exchange } from "./exchange";

/** Reads the key from the header or from `?adminKey=`. Throws unless the caller is an admin. */
export async function requireAdmin(exchange: Exchange): Promise<Caller> {
  const caller = await adminByHeaderOrQuery(exchange);
  if (caller === null) throw notAdmin();
  return caller;
}

/** Returns null when neither was sent. A deploy request may still carry the key in its body. */
export async function adminByHeaderOrQuery(exchange: Exchange): Promise<Caller | null> {
  const { application } = exchange.services;
  const header = exchange.request.headers.authorization;
  if (header !== undefined) {
    const caller = await application.authenticate(header);
    if (caller.kind !== "admin") throw notAdmin();
    return caller;
  }
  const key = new URLSearchParams(exchange.query).get("adminKey");
  return key === null ? null : adminByKey(exchange, key);
}

export function adminByKey(exchange: Exchange, key: string): Caller {
  if (!exchange.services.application.isAdminKey(key)) throw notAdmin();
  return { kind: "admin", actingAs: null };
}

export function notAdmin(): RequestError {
  return new RequestError(
    403,
    "BadDeployKey",
    "This needs the admin key of the deployment, and it was missing or wrong.",
  );
}
