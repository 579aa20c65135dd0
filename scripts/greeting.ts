// What `npm start` says when it is ready: where everything is, and the first key. A log that is kept never has what
// signs in, but says where it is.
import type { Application } from "../engine/application/contract";
import type { Engine } from "../engine/startEngine";
import { dashboardAddress } from "./dashboard";
import type { JsonLog } from "./jsonLog";
import type { Settings } from "./settings";
import { hasOwnSignIn } from "./signIn";
import { isKeptLog, showKey } from "./startNotes";

interface Ready {
  engine: Engine;
  settings: Settings;
  /** The key of the first project, which only the first start has. */
  apiKey: string | null;
  seconds: number;
}

interface Row {
  label: string;
  /** Its name in a log as JSON. Null: that log does without it. */
  field: string | null;
  text: string;
}

/** `log` is null when the log is text. */
export function showReady(ready: Ready, log: JsonLog | null): void {
  const message = `Switchyard is ready after ${ready.seconds.toFixed(1)} s.`;
  const rows = rowsOf(ready);
  if (log === null) {
    const table = rows.map(({ label, text }) => `  ${label.padEnd(16)}${text}\n`).join("");
    return console.log(`\n${message}\n\n${table}`);
  }
  const fields = rows.flatMap(({ field, text }) => (field === null ? [] : [[field, text] as const]));
  log.write({ time: new Date().toISOString(), level: "info", message, ...Object.fromEntries(fields) });
}

function rowsOf({ engine, settings, apiKey }: Ready): Row[] {
  const signsIn = apiKey !== null && hasOwnSignIn(engine.application.listEnv());
  const key = apiKey === null ? null : showKey(settings.dataDirectory, apiKey);
  const request =
    key === null
      ? `curl ${engine.httpUrl}/healthz`
      : `curl ${engine.httpUrl}/api/v1/project -H "Authorization: Bearer ${key.inCommand}"`;
  const rows: (Row | null)[] = [
    settings.hasDashboard
      ? { label: "Dashboard", field: "dashboard", text: signingAddress(engine.socketUrl, engine.application) }
      : null,
    { label: "REST API", field: "api", text: `${engine.httpUrl}/api/v1` },
    { label: "Convex clients", field: "clients", text: engine.socketUrl },
    engine.metricsUrl === null ? null : { label: "Metrics", field: "metrics", text: engine.metricsUrl },
    { label: "Data", field: "data", text: settings.dataDirectory },
    key === null ? null : { label: "Key of Demo", field: "firstKey", text: key.told },
    signsIn ? { label: "Sign in", field: null, text: "npm run admin -- sign-in --email owner@localhost" } : null,
    { label: "Try", field: null, text: request },
  ];
  return rows.filter((row) => row !== null);
}

/**
 * The address of the dashboard, which signs in by one click where that may be shown. More people can read a log that is
 * kept than may sign in as anybody.
 */
export function signingAddress(socketUrl: string, application: Application): string {
  if (!hasOwnSignIn(application.listEnv())) return dashboardAddress(socketUrl, null);
  if (!isKeptLog()) return dashboardAddress(socketUrl, application.signInCode());
  return `${dashboardAddress(socketUrl, null)}  (npm run admin -- dashboard prints the address that signs in)`;
}
