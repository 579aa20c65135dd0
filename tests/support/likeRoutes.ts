// Finds the public function that does for people what an endpoint does for keys. It has the same domain and name, with
// the exceptions in this list.
import { getFunctionName } from "convex/server";
import { allRoutes } from "./allRoutes";

const named: Record<string, string> = {
  "analytics/endpoints:counters": "project/dashboard:counters",
  "analytics/endpoints:usage": "usage/dashboard:list",
  "runs/endpoints:detail": "runs/dashboard:get",
  "runs/endpoints:listByWorkflow": "runs/dashboard:list",
  "sandboxes/endpoints:messages": "messages/dashboard:list",
  "sandboxes/endpoints:message": "messages/dashboard:follow",
  "sandboxes/reportEndpoints:files": "sandboxes/dashboard:files",
  "sandboxes/reportEndpoints:file": "sandboxes/dashboard:file",
  "sandboxes/reportEndpoints:diff": "sandboxes/dashboard:diff",
  "sandboxes/reportEndpoints:devServer": "sandboxes/dashboard:devServer",
  "trash/endpoints:purgeAtPath": "trash/dashboard:purge",
  "trash/endpoints:restoreAtPath": "trash/dashboard:restore",
  "workChains/endpoints:listIssues": "workChains/dashboard:issues",
};

/**
 * Maps endpoints, such as `issues/endpoints:update`, to public functions. An endpoint is missing when no function does
 * the same.
 */
export function likeRoutes(functions: readonly string[]): Map<string, string> {
  const likes = new Map<string, string>();
  for (const { endpoint } of allRoutes) {
    const name = getFunctionName(endpoint);
    const candidates = [named[name], name.replace("endpoints:", "dashboard:")];
    const like = candidates.find((candidate) => candidate !== undefined && functions.includes(candidate));
    if (like !== undefined) likes.set(name, like);
  }
  return likes;
}
