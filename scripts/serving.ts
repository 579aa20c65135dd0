// Where a deployment serves, noted in its data directory for as long as it does: commands find it there, whatever ports
// their own environment says.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Serving {
  processId: number;
  socketUrl: string;
  httpUrl: string;
}

const fileName = "serving.json";

/** Until this process ends. */
export function noteServing(dataDirectory: string, { socketUrl, httpUrl }: Omit<Serving, "processId">): void {
  const file = path.join(dataDirectory, fileName);
  const serving: Serving = { processId: process.pid, socketUrl, httpUrl };
  writeFileSync(file, `${JSON.stringify(serving)}\n`, { mode: 0o600 });
  process.once("exit", () => rmSync(file, { force: true }));
}

/** Null when nothing serves it, also when what did so was killed. */
export function findServing(dataDirectory: string): Serving | null {
  const file = path.join(dataDirectory, fileName);
  if (!existsSync(file)) return null;
  const { processId, socketUrl, httpUrl } = JSON.parse(readFileSync(file, "utf8")) as Serving;
  return isAlive(processId) ? { processId, socketUrl, httpUrl } : null;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
