import type { Application } from "../engine/application/contract";
import { callInternal } from "./internalFunctions";

/** On a deployment without projects makes `Demo` and returns the key that may do everything in it; otherwise null. */
export async function createFirstProject(application: Application): Promise<string | null> {
  const { projects } = await callInternal(application, "admin/projects:list", {});
  if (Array.isArray(projects) && projects.length > 0) return null;
  const { apiKey } = await callInternal(application, "admin/projects:create", { name: "Demo" });
  if (typeof apiKey !== "string") throw new Error("admin/projects:create returned no key.");
  return apiKey;
}
