import { callFunction, Failure, isObject } from "../adminFunctions";
import { serviceAt } from "../seed/service";

/** Turns the project that every new deployment has into the shop. Returns a key of it. */
export async function adoptProject(url: string, gitRepoUrl: string): Promise<string> {
  const { projects } = await callFunction("admin/projects:list", {});
  const first: unknown = Array.isArray(projects) ? projects[0] : undefined;
  const projectId = isObject(first) ? first["id"] : undefined;
  const { apiKey } = await callFunction("admin/projects:createKey", { projectId, name: "Demonstration" });
  if (typeof apiKey !== "string") throw new Failure("The service has made a key without a secret.");
  const service = serviceAt({ url, apiKey, callbackSecret: "" });
  await service.post("/project/update", { name: "Shop", slug: "shop", gitRepoUrl });
  return apiKey;
}
