// What the environment says about the embedded deployment, the same for every command. A `.env` in the root is read
// too; a variable that is already set wins over it.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Also right in a bundle: `.build/` is as deep as `scripts/`. */
export const rootDirectory = fileURLToPath(new URL("..", import.meta.url));

export interface Settings {
  dataDirectory: string;
  host: string;
  socketPort: number;
  httpPort: number;
  /** Addresses and networks of reverse proxies. */
  trustedProxies: string[];
}

/** Throws an Error whose message names the variable that cannot be used. */
export function readSettings(): Settings {
  const file = path.join(rootDirectory, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return {
    dataDirectory: path.resolve(rootDirectory, text("SERVICE_DATA_DIR", ".data")),
    host: text("SERVICE_HOST", "127.0.0.1"),
    socketPort: port("SERVICE_SOCKET_PORT", 3210),
    httpPort: port("SERVICE_HTTP_PORT", 3211),
    trustedProxies: list("SERVICE_TRUSTED_PROXIES"),
  };
}

function text(name: string, standard: string): string {
  const value = process.env[name];
  return value === undefined || value === "" ? standard : value;
}

/** Separated by commas. */
function list(name: string): string[] {
  const entries = text(name, "").split(",");
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

function port(name: string, standard: number): number {
  const given = text(name, String(standard));
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > 65_535) throw new Error(`${name} is "${given}", which is not a port number.`);
  return value;
}
