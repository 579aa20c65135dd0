// What most tests of endpoints begin with.
import { internal } from "../../convex/_generated/api";
import type { Deployment } from "./deployment";

/** A project of its own, with a key that may do everything in it. */
export function createProject(deployment: Deployment, name = "Demo") {
  return deployment.action(internal.admin.projects.create, { name });
}

/** A further key of a project. */
export function createKey(deployment: Deployment, projectId: string, scopes: string[]) {
  return deployment.action(internal.admin.projects.createKey, { projectId, name: "Test", scopes });
}

export function bearer(apiKey: string): { Authorization: string } {
  return { Authorization: `Bearer ${apiKey}` };
}
