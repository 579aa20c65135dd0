import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { callFunction, Failure } from "../adminFunctions";
import type { DemoService } from "./processes";

interface DemoProject {
  apiKey: string;
  /** The project was made by this start, so nothing is in it. */
  isNew: boolean;
}

/** Makes the project, or finds the one that an earlier start has made. Its key is kept in `keyFile`. */
export async function makeProject(service: DemoService, keyFile: string): Promise<DemoProject> {
  if (existsSync(keyFile)) return { apiKey: readFileSync(keyFile, "utf8").trim(), isNew: false };
  const { apiKey } = await callFunction("admin/projects:create", { name: "Shop" });
  if (typeof apiKey !== "string")
    throw new Failure(`The service at ${service.httpUrl} has made a project without a key.`);
  writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 });
  return { apiKey, isNew: true };
}
