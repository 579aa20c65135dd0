// The settings of the embedded deployment, read from the environment in the same way by every command. A file `.env` in
// the root is read too; a variable that is already set takes precedence.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { PublicAddresses } from "../engine/startEngine";
import { readMetricsAddress } from "./metricsAddress";
import type { MetricsAddress } from "./metricsAddress";
import { faultsOf } from "./variables";

/** This is right in a bundle too: `.build/` is as deep as `scripts/`. */
export const rootDirectory = fileURLToPath(new URL("..", import.meta.url));

export interface Settings {
  dataDirectory: string;
  host: string;
  socketPort: number;
  httpPort: number;
  /** Where clients reach the two hosts. Null: where they listen. */
  publicAddresses: PublicAddresses;
  /** Addresses and networks of reverse proxies. */
  trustedProxies: string[];
  hasDashboard: boolean;
  /** For how long a stopping service serves as before, while `/readyz` says 503. */
  drainMs: number;
  /** Where the metrics are read without a key. Null: nowhere. */
  metricsAddress: MetricsAddress | null;
}

/** Reads the settings. Throws an Error whose message names the variable that cannot be used. */
export function readSettings(): Settings {
  const file = path.join(rootDirectory, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  const { SERVICE_DATA_DIR, SERVICE_HOST, SERVICE_SOCKET_PORT, SERVICE_HTTP_PORT } = process.env;
  requireRight({ SERVICE_DATA_DIR, SERVICE_HOST, SERVICE_SOCKET_PORT, SERVICE_HTTP_PORT });
  return {
    dataDirectory: path.resolve(rootDirectory, text("SERVICE_DATA_DIR", ".data")),
    host: text("SERVICE_HOST", "127.0.0.1"),
    socketPort: Number(text("SERVICE_SOCKET_PORT", "3210")),
    httpPort: Number(text("SERVICE_HTTP_PORT", "3211")),
    publicAddresses: { httpUrl: origin("SERVICE_PUBLIC_URL"), socketUrl: origin("SERVICE_PUBLIC_SOCKET_URL") },
    trustedProxies: list("SERVICE_TRUSTED_PROXIES"),
    hasDashboard: text("SERVICE_DASHBOARD", "on") === "on",
    drainMs: Number(text("SERVICE_DRAIN_SECONDS", "0")) * 1000,
    metricsAddress: readMetricsAddress(text("SERVICE_METRICS_ADDRESS", "")),
  };
}

/** Like `readSettings`, but checks the deployment's variables too: a start passes them on to the deployment. */
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

function origin(name: string): string | null {
  const value = text(name, "");
  return URL.canParse(value) ? new URL(value).origin : null;
}

/** Splits a variable at its commas. */
function list(name: string): string[] {
  const entries = text(name, "").split(",");
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== "");
}
