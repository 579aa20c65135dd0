// `npm start`: runs the embedded deployment with this repository's `convex/` folder. With `--watch` (`npm run dev`) it
// also pushes every change of that folder.
import type { Application, EnvGuard } from "../engine/application/contract";
import { handleUncaughtErrors } from "../engine/uncaughtErrors";
import { DataDirectoryError } from "../engine/persistence/dataDirectory";
import { freezeShared } from "../engine/runtime/globals/freeze";
import { startEngine } from "../engine/startEngine";
import type { Engine } from "../engine/startEngine";
import { stopOnSignals } from "../engine/stopOnSignals";
import { notePresentForm, refuseLaterForm } from "./dataForm";
import { dashboardAddress, dashboardIn } from "./dashboard";
import { createFirstProject } from "./firstProject";
import { asksForHelp, readFlags } from "./help";
import { startMigrations } from "./migrations";
import { push, pushIfChanged } from "./push";
import type { CliResult, PushTarget } from "./push";
import { keyObjection, sealingNotes } from "./sealing";
import { environmentChanges, followEnvironment } from "./secrets";
import { noteServing } from "./serving";
import { readSettingsToServe, rootDirectory } from "./settings";
import type { Settings } from "./settings";
import { hasOwnSignIn, signInChanges } from "./signIn";
import { isKeptLog, keepOutputPrivate, showKey, variableNotes } from "./startNotes";
import { forDeployment } from "./variables";
import { watchSources } from "./watch";
import { buildIfChanged, websiteFolder } from "./website";

const usage = `Usage: npm start
       npm run dev     the same, pushes every change of convex/, and serves the dashboard with hot reload

Serves the API and Convex clients on this machine until Ctrl-C. What can be set, by variables or in a file .env, is listed
in .env.example and docs/operations.md, under "Configuration".`;

async function main(): Promise<void> {
  const startedAt = performance.now();
  const args = process.argv.slice(2);
  if (asksForHelp(args)) return console.log(usage);
  const flags = readFlags(args, { watch: { type: "boolean", default: false } }, usage);
  if (flags === null) {
    // Other commands end with 2 then, but after that the supervisor would start this one again.
    process.exitCode = 1;
    return;
  }
  const { watch: isWatching } = flags;
  const begun = await begin();
  if (begun === null) return;
  const { settings, engine, dashboard, code } = begun;
  handleUncaughtErrors(() => engine.breakOff());
  const signal = stopOnSignals(() => engine.stop());
  try {
    notePresentForm(settings.dataDirectory);
    const { application } = engine;
    if (!(await setVariables(settings, engine))) return await giveUp(engine);
    const target = { appDirectory: rootDirectory, socketUrl: engine.socketUrl, adminKey: engine.adminKey };
    const pushed = await pushIfChanged(target, settings.dataDirectory, {
      codegen: isWatching,
      signal,
      hasCode: application.hasCode(),
    });
    if (signal.aborted) return;
    if (pushed.kind === "failed") {
      console.error(`${pushed.output}\n\nThe sources could not be pushed; the reason is above.`);
      if (!isWatching) return await giveUp(engine);
    } else {
      code.obstacle = null;
      await startMigrations(application);
      const apiKey = await createFirstProject(application);
      const ownNotes = [...variableNotes(application.listEnv()), ...keepOutputPrivate()];
      const notes = [...ownNotes, ...(await sealingNotes(application))];
      for (const note of notes) console.error(note);
      console.log(greeting({ engine, settings, apiKey, seconds: (performance.now() - startedAt) / 1000 }));
      if (settings.hasDashboard) void buildDashboard(dashboard);
      if (settings.hasDashboard && isWatching) await serveDashboardSources(engine, signal);
    }
    if (isWatching) await pushChanges({ application, target, code }, signal);
  } catch (error) {
    console.error(error instanceof DataDirectoryError ? error.message : error);
    await giveUp(engine);
  }
}

/**
 * Sets the deployment's variables. Returns false when the deployment must not start; then one sentence was printed, and
 * nothing has changed.
 */
async function setVariables({ dataDirectory }: Settings, { application, socketUrl }: Engine): Promise<boolean> {
  const asked = forDeployment(process.env).map(([name, value]) => ({ name, value }));
  const reasonAgainst = await keyObjection(application, asked);
  if (reasonAgainst !== null) {
    console.error(reasonAgainst);
    return false;
  }
  const ownIssuer = (await application.signInDocuments()) === null ? null : socketUrl;
  for (const name of followEnvironment(dataDirectory, application.listEnv()))
    console.error(
      `secrets.env had another ${name} than the database and was corrected; \`npx convex env set\` changes it.`,
    );
  const variables = application.listEnv();
  await application.changeEnv([
    ...environmentChanges(dataDirectory, variables),
    ...signInChanges(ownIssuer, variables),
  ]);
  application.guardEnv(guardOf(application, dataDirectory, ownIssuer));
  return true;
}

/**
 * Checks and follows every change of variables while the deployment serves. secrets.env always has the present values.
 * A backup that names the address of another start as the issuer does not lock people out.
 */
function guardOf(application: Application, dataDirectory: string, ownIssuer: string | null): EnvGuard {
  return {
    reasonAgainst: (changes) => keyObjection(application, changes),
    changed: async () => {
      followEnvironment(dataDirectory, application.listEnv());
      const changes = signInChanges(ownIssuer, application.listEnv());
      if (changes.length > 0) await application.changeEnv(changes);
    },
  };
}

/** Where the built dashboard is. Null until it is known to be complete. */
interface Dashboard {
  folder: string | null;
}

/** Why the code that answers may be that of another version: one sentence for `/healthz`, or null. */
interface Code {
  obstacle: string | null;
}

interface Begun {
  settings: Settings;
  engine: Engine;
  dashboard: Dashboard;
  code: Code;
}

const notYetPushed = "The code of this version is not pushed yet. Until then the old code answers, if there is any.";

/** Starts the engine. Returns null when it cannot start; then one sentence was printed. */
async function begin(): Promise<Begun | null> {
  try {
    const settings = readSettingsToServe();
    refuseLaterForm(settings.dataDirectory);
    const { dataDirectory: dataDir, hasDashboard, ...served } = settings;
    const dashboard: Dashboard = { folder: null };
    const code: Code = { obstacle: notYetPushed };
    const website = dashboardIn(
      () => dashboard.folder,
      () => engine.application,
    );
    freezeShared();
    const engine: Engine = await startEngine({
      dataDir,
      ...served,
      contexts: "shared",
      signInCode: takeSignInCode(),
      plainErrors: ["/job/callback"],
      health: { path: "/healthz", obstacle: () => code.obstacle },
      ...(hasDashboard ? { website } : {}),
    });
    noteServing(dataDir, engine);
    return { settings, engine, dashboard, code };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return null;
  }
}

/**
 * `scripts/supervise.mjs` hands the same code to each start, so that a restart does not take the printed address away
 * from people. No program that this process starts inherits it.
 */
function takeSignInCode(): string | undefined {
  const { SUPERVISED_SIGN_IN_CODE: code } = process.env;
  delete process.env["SUPERVISED_SIGN_IN_CODE"];
  return code;
}

async function giveUp(engine: Engine): Promise<void> {
  process.exitCode = 1;
  await engine.stop();
}

function greeting(start: { engine: Engine; settings: Settings; apiKey: string | null; seconds: number }): string {
  const { engine, settings, apiKey, seconds } = start;
  const signsIn = apiKey !== null && hasOwnSignIn(engine.application.listEnv());
  const key = apiKey === null ? null : showKey(settings.dataDirectory, apiKey);
  const request =
    key === null
      ? `curl ${engine.httpUrl}/healthz`
      : `curl ${engine.httpUrl}/api/v1/project -H "Authorization: Bearer ${key.inCommand}"`;
  const lines: [string, string][] = [
    ...(settings.hasDashboard ? ([["Dashboard", dashboardLine(engine)]] satisfies [string, string][]) : []),
    ["REST API", `${engine.httpUrl}/api/v1`],
    ["Convex clients", engine.socketUrl],
    ["Data", settings.dataDirectory],
    ...(key === null ? [] : ([["Key of Demo", key.told]] satisfies [string, string][])),
    ...(signsIn
      ? ([["Sign in", "npm run admin -- sign-in --email owner@localhost"]] satisfies [string, string][])
      : []),
    ["Try", request],
  ];
  const table = lines.map(([label, value]) => `  ${label.padEnd(16)}${value}\n`).join("");
  return `\nSwitchyard is ready after ${seconds.toFixed(1)} s.\n\n${table}`;
}

/** Under a service manager more people can read the log than may sign in as anybody. */
function dashboardLine({ socketUrl, application }: Engine): string {
  if (!hasOwnSignIn(application.listEnv())) return dashboardAddress(socketUrl, null);
  if (!isKeptLog()) return dashboardAddress(socketUrl, application.signInCode());
  return `${dashboardAddress(socketUrl, null)}  (npm run admin -- dashboard prints the address that signs in)`;
}

/** Serves the dashboard with hot reload, at an address of its own. */
async function serveDashboardSources({ socketUrl, application }: Engine, signal: AbortSignal): Promise<void> {
  // Only this command needs the server of sources, which takes a third of a second to load.
  const { serveSources } = await import("./devDashboard");
  const { address, server } = await serveSources(socketUrl);
  signal.addEventListener("abort", () => void server.close());
  console.log(`  Hot reload      ${dashboardAddress(address, application.signInCode())}\n`);
}

async function buildDashboard(dashboard: Dashboard): Promise<void> {
  const folder = websiteFolder();
  const result = await buildIfChanged(folder);
  if (result.kind === "failed") {
    return console.error(`${result.output}\n\nThe dashboard could not be built; the reason is above. The API serves.`);
  }
  dashboard.folder = folder;
}

interface Pushed {
  application: Application;
  target: PushTarget;
  code: Code;
}

/**
 * Pushes once per burst of changes, one push at a time, until the signal aborts. When a push fails, the old code stays.
 */
async function pushChanges({ application, target, code }: Pushed, signal: AbortSignal): Promise<void> {
  console.log("  Watching convex/ for changes.\n");
  for await (const changed of watchSources(target.appDirectory, signal)) {
    const startedAt = performance.now();
    const result = await push(target, { codegen: true, signal });
    if (result.kind === "done") code.obstacle = null;
    if (result.kind === "done" && !signal.aborted) await startMigrations(application);
    if (!signal.aborted) console.log(outcome(changed, result, performance.now() - startedAt));
  }
}

function outcome(changed: string[], result: CliResult, ms: number): string {
  const time = new Date().toLocaleTimeString("en-GB");
  const what = changed.length === 1 ? changed[0] : `${changed.length} files`;
  if (result.kind === "failed") return `${result.output}\n${time}  ${what}: not pushed, the old code still serves.`;
  return `${time}  ${what}: pushed in ${(ms / 1000).toFixed(1)} s.`;
}

await main();
