// A deployment that serves notes its addresses in its data directory. Commands find it there, even when their own
// environment names other ports.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "./isAlive";

interface Serving {
  processId: number;
  socketUrl: string;
  httpUrl: string;
}

const fileName = "serving.json";

/** Writes the note, and removes it when this process ends. */
export function recordServing(dataDirectory: string, { socketUrl, httpUrl }: Omit<Serving, "processId">): void {
  const file = path.join(dataDirectory, fileName);
  const serving: Serving = { processId: process.pid, socketUrl, httpUrl };
  writeFileSync(file, `${JSON.stringify(serving)}\n`, { mode: 0o600 });
  process.once("exit", () => rmSync(file, { force: true }));
}

/** Returns the note, or null when no living process serves the directory, for example because it was killed. */
export function findServing(dataDirectory: string): Serving | null {
  const file = path.join(dataDirectory, fileName);
  if (!existsSync(file)) return null;
  const { processId, socketUrl, httpUrl } = JSON.parse(readFileSync(file, "utf8")) as Serving;
  return isAlive(processId) ? { processId, socketUrl, httpUrl } : null;
}
