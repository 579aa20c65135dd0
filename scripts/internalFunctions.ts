// Calls the product's internal functions from the process that runs the embedded deployment.
import { randomUUID } from "node:crypto";
import type { Application } from "../engine/application/contract";
import type { Json } from "../engine/value/json";

/** Calls an internal function and returns the object that it returns. */
export async function callInternal(
  application: Application,
  path: string,
  args: Json,
): Promise<{ [field: string]: Json }> {
  const result = await application.call({
    kind: "any",
    path,
    args,
    caller: { kind: "admin", actingAs: null },
    request: { requestId: randomUUID(), ip: null, userAgent: null },
  });
  if (result.kind === "error") throw new Error(`${path} failed: ${result.message}`);
  const { value } = result;
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new Error(`${path} returned no object.`);
  return value;
}
