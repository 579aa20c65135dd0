import type { Application } from "../engine/application/contract";
import { callInternal } from "./internalFunctions";

/**
 * Creates the project `Demo` on a deployment that has no projects, and returns a key with every scope. Otherwise
 * returns null.
 */
export async function createFirstProject(application: Application): Promise<string | null> {
  const { projects } = await callInternal(application, "admin/projects:list", {});
  if (Array.isArray(projects) && projects.length > 0) return null;
  const { apiKey } = await callInternal(application, "admin/projects:create", { name: "Demo" });
  if (typeof apiKey !== "string") throw new Error("admin/projects:create returned no key.");
  return apiKey;
}
