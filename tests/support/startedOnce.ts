// The data of a service that was started once. A first start pushes the product, which takes ten times as long as a
// later start. So a test of something else begins with a copy.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { keptOnce } from "./keptOnce";
import { shown, start, stop } from "./npmStart";

export interface StartedOnce {
  dataDirectory: string;
  /** The key of the project Demo, which only the first start shows. */
  apiKey: string;
}

export async function startedOnce(): Promise<StartedOnce> {
  const kept = await keptOnce("started", startIn);
  return { dataDirectory: path.join(kept, "data"), apiKey: readFileSync(path.join(kept, "key"), "utf8") };
}

/** Makes a data directory as a first start leaves it. Returns the key of its project. */
export async function copyStarted(dataDirectory: string): Promise<string> {
  const started = await startedOnce();
  cpSync(started.dataDirectory, dataDirectory, { recursive: true });
  return started.apiKey;
}

async function startIn(folder: string): Promise<void> {
  const service = await start(path.join(folder, "data"));
  const apiKey = shown(service, /svc_test_\w+/);
  if (apiKey === "") throw new Error(`The service did not start: ${service.stderr}`);
  await stop(service);
  writeFileSync(path.join(folder, "key"), apiKey);
}
