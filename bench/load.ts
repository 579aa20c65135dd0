// One round of load on one server.
import { spawn } from "node:child_process";
import path from "node:path";
import { rootDirectory } from "../scripts/settings";
import type { Sample } from "./rounds";

export interface LoadTarget {
  url: string;
  method?: "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Bodies that are sent one after another on every connection, instead of `body`. */
  bodies?: string[];
  /** A text that every correct answer contains. It is needed because a function that failed also answers 200. */
  mustInclude: string;
}

export async function load(target: LoadTarget, connections: number, seconds: number): Promise<Sample> {
  const options = JSON.stringify({ ...target, connections, duration: seconds });
  const child = spawn(process.execPath, [path.join(rootDirectory, "bench/loadGenerator.mjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  const { failed, ...sample } = JSON.parse(output) as Sample & { failed: number };
  if (failed > 0) throw new Error(`${failed} requests to ${target.url} failed, so the measurement does not count.`);
  return sample;
}
