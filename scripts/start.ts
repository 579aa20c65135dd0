// `npm start`: runs the embedded deployment with this repository's `convex/` folder. With `--watch` (`npm run dev`) it
// also pushes every change of that folder.
import type { Application, EnvGuard } from "../engine/application/contract";
import { handleUncaughtErrors } from "../engine/uncaughtErrors";
import { DataDirectoryError } from "../engine/persistence/dataDirectory";
import { freezeShared } from "../engine/runtime/globals/freeze";
import { startEngine } from "../engine/startEngine";
import type { Engine, EngineOptions } from "../engine/startEngine";
import { stopOnSignals } from "../engine/stopOnSignals";
import { loopbackVariables } from "./loopback";
import { shardVariables } from "./serialWrites";
import { recordCurrentVersion, refuseNewerVersion } from "./dataVersion";
import { dashboardIn } from "./dashboard";
import { createFirstProject } from "./firstProject";
import { showReady, signingAddress } from "./greeting";
import { asksForHelp, readFlags } from "./help";
import { isJsonLog, recordLine, requestLine, writeLogAsJson } from "./jsonLog";
import type { JsonLog } from "./jsonLog";
import { metricsOptions } from "./metrics";
import { startMigrations } from "./migrations";
import { push, pushIfChanged } from "./push";
import type { CliResult, PushTarget } from "./push";
import { keyObjection, sealingNotes } from "./sealing";
import { environmentVariables, followEnvironment } from "./secrets";
import { recordServing } from "./serving";
import { readSettingsToServe, rootDirectory } from "./settings";
import type { Settings } from "./settings";
import { signInVariables } from "./signIn";
import { keepOutputPrivate, variableNotes } from "./startNotes";
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
  const { settings, engine, dashboard, code, log } = begun;
  handleUncaughtErrors(() => engine.breakOff());
  const signal = stopOnSignals(async () => {
    await engine.drain();
    await engine.stop();
  });
  try {
    recordCurrentVersion(settings.dataDirectory);
    const { application } = engine;
    if (!(await setVariables(settings, engine))) return await giveUp(engine);
    const target = { appDirectory: rootDirectory, socketUrl: engine.socketUrl, adminKey: engine.adminKey };
    // A file that is saved during the push must be pushed again.
    const changes = isWatching ? watchSources(rootDirectory, signal) : null;
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
      showReady({ engine, settings, apiKey, seconds: (performance.now() - startedAt) / 1000 }, log);
      if (settings.hasDashboard) void buildDashboard(dashboard);
      if (settings.hasDashboard && isWatching) await serveDashboardSources(engine, signal);
    }
    if (changes !== null) await pushChanges(changes, { application, target, code }, signal);
  } catch (error) {
    console.error(error instanceof DataDirectoryError ? error.message : error);
    await giveUp(engine);
  }
}

/**
 * Sets the deployment's variables. Returns false when the deployment must not start; then one sentence was printed, and
 * nothing has changed.
 */
async function setVariables(settings: Settings, { application, socketUrl }: Engine): Promise<boolean> {
  const { dataDirectory } = settings;
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
    ...environmentVariables(dataDirectory, variables),
    ...signInVariables(ownIssuer, variables),
    ...loopbackVariables(settings, variables),
    ...shardVariables(variables),
  ]);
  application.guardEnv(guardOf(application, settings, ownIssuer));
  return true;
}

/**
 * Checks and follows every change of variables while the deployment serves. secrets.env always has the present values.
 * A backup that names the address of another start as the issuer does not lock people out, and one of another machine
 * does not say where this one listens.
 */
function guardOf(application: Application, settings: Settings, ownIssuer: string | null): EnvGuard {
  return {
    reasonAgainst: (changes) => keyObjection(application, changes),
    changed: async () => {
      followEnvironment(settings.dataDirectory, application.listEnv());
      const variables = application.listEnv();
      const changes = [...signInVariables(ownIssuer, variables), ...loopbackVariables(settings, variables)];
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
  /** Null when the log is text. */
  log: JsonLog | null;
}

/** An artifact has 20 MB at most, and only artifacts are files. A runner repeats an upload whose answer is lost. */
const uploads = { maxBytes: 20_000_000, maxPerToken: 5 };

const notYetPushed = "The code of this version is not pushed yet. Until then the old code answers, if there is any.";

/** Starts the engine. Returns null when it cannot start; then one sentence was printed. */
async function begin(): Promise<Begun | null> {
  try {
    // Before the settings are read, so that what is wrong with them has the form of the log, too.
    const early = isJsonLog() ? writeLogAsJson() : null;
    const settings = readSettingsToServe();
    // A file .env may ask for this form.
    const log = early ?? (isJsonLog() ? writeLogAsJson() : null);
    refuseNewerVersion(settings.dataDirectory);
    const { dataDirectory: dataDir, hasDashboard, metricsAddress, ...served } = settings;
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
      uploads,
      signInCode: takeSignInCode(),
      plainErrors: ["/job/callback"],
      health: { path: "/healthz", readyPath: "/readyz", obstacle: () => code.obstacle },
      metrics: metricsOptions(metricsAddress),
      ...(log === null ? {} : writingTo(log)),
      ...(hasDashboard ? { website } : {}),
    });
    recordServing(dataDir, engine);
    return { settings, engine, dashboard, code, log };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return null;
  }
}

function writingTo(log: JsonLog): Required<Pick<EngineOptions, "requestFinished" | "writeLog">> {
  const now = () => new Date().toISOString();
  return {
    requestFinished: (request) => log.write(requestLine(request, now())),
    writeLog: (record) => log.write(recordLine(record, now())),
  };
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

/** Nothing can be served, so no load balancer is given time to notice. */
async function giveUp(engine: Engine): Promise<void> {
  process.exitCode = 1;
  await engine.stop();
}

/** Serves the dashboard with hot reload, at an address of its own. */
async function serveDashboardSources({ socketUrl, application }: Engine, signal: AbortSignal): Promise<void> {
  // Only this command needs the server of sources, which takes a third of a second to load.
  const { serveSources } = await import("./devDashboard");
  const { address, server } = await serveSources(socketUrl);
  signal.addEventListener("abort", () => void server.close());
  console.log(`  Hot reload      ${signingAddress(address, application)}\n`);
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
async function pushChanges(
  changes: AsyncIterable<string[]>,
  { application, target, code }: Pushed,
  signal: AbortSignal,
): Promise<void> {
  console.log("  Watching convex/ for changes.\n");
  for await (const changed of changes) {
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
