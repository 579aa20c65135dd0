// What the environment says about the embedded deployment, the same for every command. A `.env` in the root is read
// too; a variable that is already set wins over it.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { faultsOf } from "./variables";

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
  const { SERVICE_HOST, SERVICE_SOCKET_PORT, SERVICE_HTTP_PORT } = process.env;
  requireRight({ SERVICE_HOST, SERVICE_SOCKET_PORT, SERVICE_HTTP_PORT });
  return {
    dataDirectory: path.resolve(rootDirectory, text("SERVICE_DATA_DIR", ".data")),
    host: text("SERVICE_HOST", "127.0.0.1"),
    socketPort: Number(text("SERVICE_SOCKET_PORT", "3210")),
    httpPort: Number(text("SERVICE_HTTP_PORT", "3211")),
    trustedProxies: list("SERVICE_TRUSTED_PROXIES"),
  };
}

/** As `readSettings`, for who passes the other variables on: those have to be right as well. */
export function readSettingsToServe(): Settings {
  const settings = readSettings();
  requireRight(process.env);
  return settings;
}

function requireRight(environment: Record<string, string | undefined>): void {
  const faults = faultsOf(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
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
