// `node scripts/healthCheck.mjs`: exits with 0 when the service of the data directory works, and otherwise with 1.
// Dockerfile calls it every few seconds. It asks where the service says that it serves (scripts/serving.ts), whatever
// its ports are, and loads nothing else, so that a check costs little.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const directory = path.resolve(root, process.env.SERVICE_DATA_DIR || ".data");
try {
  const { httpUrl } = JSON.parse(readFileSync(path.join(directory, "serving.json"), "utf8"));
  const { ok } = await fetch(`${httpUrl}/healthz`);
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
