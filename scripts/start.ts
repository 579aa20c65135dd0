// `npm start`: the embedded deployment with this repository's `convex/` folder on it. `--watch` (`npm run dev`) goes on
// to push every change of that folder.
import type { Application } from "../engine/application/contract";
import { defend } from "../engine/lastDefence";
import { startEngine } from "../engine/startEngine";
import type { Engine } from "../engine/startEngine";
import { stopOnSignals } from "../engine/stopOnSignals";
import { notePresentForm, refuseLaterForm } from "./dataForm";
import { createFirstProject } from "./firstProject";
import { startMigrations } from "./migrations";
import { push, pushIfChanged } from "./push";
import type { CliResult, PushTarget } from "./push";
import { environmentChanges } from "./secrets";
import { readSettings, rootDirectory } from "./settings";
import type { Settings } from "./settings";
import { hasOwnSignIn, signInChanges } from "./signIn";
import { watchSources } from "./watch";

async function main(): Promise<void> {
  const startedAt = performance.now();
  const isWatching = process.argv.includes("--watch");
  const begun = await begin();
  if (begun === null) return;
  const { settings, engine } = begun;
  defend(() => engine.breakOff());
  const signal = stopOnSignals(() => engine.stop());
  try {
    notePresentForm(settings.dataDirectory);
    const { application } = engine;
    const ownIssuer = (await application.signInDocuments()) === null ? null : engine.socketUrl;
    const variables = application.listEnv();
    await application.changeEnv([
      ...environmentChanges(settings.dataDirectory, variables),
      ...signInChanges(ownIssuer, variables),
    ]);
    const target = { appDirectory: rootDirectory, socketUrl: engine.socketUrl, adminKey: engine.adminKey };
    const pushed = await pushIfChanged(target, settings.dataDirectory, { codegen: isWatching, signal });
    if (signal.aborted) return;
    if (pushed.kind === "failed") {
      console.error(`${pushed.output}\n\nThe sources could not be pushed; what is wrong stands above.`);
      if (!isWatching) return await giveUp(engine);
    } else {
      await startMigrations(application);
      const apiKey = await createFirstProject(application);
      console.log(greeting({ engine, settings, apiKey, seconds: (performance.now() - startedAt) / 1000 }));
    }
    if (isWatching) await pushChanges(application, target, signal);
  } catch (error) {
    console.error(error);
    await giveUp(engine);
  }
}

/** Null when it cannot start; the reason has then been said in one sentence. */
async function begin(): Promise<{ settings: Settings; engine: Engine } | null> {
  try {
    const settings = readSettings();
    refuseLaterForm(settings.dataDirectory);
    const { dataDirectory: dataDir, ...served } = settings;
    return { settings, engine: await startEngine({ dataDir, ...served, contexts: "pool" }) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return null;
  }
}

async function giveUp(engine: Engine): Promise<void> {
  process.exitCode = 1;
  await engine.stop();
}

function greeting(start: { engine: Engine; settings: Settings; apiKey: string | null; seconds: number }): string {
  const { engine, settings, apiKey, seconds } = start;
  const signsIn = apiKey !== null && hasOwnSignIn(engine.application.listEnv());
  const request =
    apiKey === null
      ? `curl ${engine.httpUrl}/healthz`
      : `curl ${engine.httpUrl}/api/v1/project -H "Authorization: Bearer ${apiKey}"`;
  const lines: [string, string][] = [
    ["REST API", `${engine.httpUrl}/api/v1`],
    ["Convex clients", engine.socketUrl],
    ["Data", settings.dataDirectory],
    ...(apiKey === null ? [] : ([["Key of Demo", `${apiKey}  (shown only this once)`]] satisfies [string, string][])),
    ...(signsIn
      ? ([["Sign in", "npm run admin -- sign-in --email owner@localhost"]] satisfies [string, string][])
      : []),
    ["Try", request],
  ];
  const table = lines.map(([label, value]) => `  ${label.padEnd(16)}${value}\n`).join("");
  return `\nSwitchyard is ready after ${seconds.toFixed(1)} s.\n\n${table}`;
}

/** Pushes once per burst of changes, one push at a time, until the signal aborts. A failed one leaves the old code. */
async function pushChanges(application: Application, target: PushTarget, signal: AbortSignal): Promise<void> {
  console.log("  Watching convex/ for changes.\n");
  for await (const changed of watchSources(target.appDirectory, signal)) {
    const startedAt = performance.now();
    const result = await push(target, { codegen: true, signal });
    if (result.kind === "done" && !signal.aborted) await startMigrations(application);
    if (!signal.aborted) console.log(outcome(changed, result, performance.now() - startedAt));
  }
}

function outcome(changed: string[], result: CliResult, ms: number): string {
  const time = new Date().toLocaleTimeString("en-GB");
  const what = changed.length === 1 ? changed[0] : `${changed.length} files`;
  if (result.kind === "failed") return `${result.output}\n${time}  ${what}: not pushed, the former code still serves.`;
  return `${time}  ${what}: pushed in ${(ms / 1000).toFixed(1)} s.`;
}

await main();
