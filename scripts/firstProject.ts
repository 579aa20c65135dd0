import { randomUUID } from "node:crypto";
import type { Application } from "../engine/application/contract";
import type { Json } from "../engine/value/json";

/** On a deployment without projects makes `Demo` and returns the key that may do everything in it; otherwise null. */
export async function createFirstProject(application: Application): Promise<string | null> {
  const { projects } = await callInternal(application, "admin/projects:list", {});
  if (Array.isArray(projects) && projects.length > 0) return null;
  const { apiKey } = await callInternal(application, "admin/projects:create", { name: "Demo" });
  if (typeof apiKey !== "string") throw new Error("admin/projects:create returned no key.");
  return apiKey;
}

async function callInternal(application: Application, path: string, args: Json): Promise<{ [field: string]: Json }> {
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
