// Runs the engine alone, without any app: `sh scripts/node.sh scripts/run.mjs engine/main.ts`. When
// the engine serves, it prints one line of JSON with its addresses to standard output.
import type { CommitMode } from "./database/batches";
import { handleUncaughtErrors } from "./uncaughtErrors";
import type { Contexts } from "./runtime/contract";
import { freezeShared } from "./runtime/globals/freeze";
import { startEngine } from "./startEngine";
import { stopOnSignals } from "./stopOnSignals";

const { env } = process;

/** An empty variable counts as not set. */
function variable(name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

function readContexts(name: string | undefined): Contexts {
  return name === "fresh" || name === "shared" ? name : "pool";
}

/** Tests choose; the default waits until there is much to do. */
function readCommitting(name: string | undefined): CommitMode | undefined {
  return name === "here" || name === "in a thread" ? name : undefined;
}

/** The path at which the app says whether it works. Tests give it; a host such as scripts/start.ts names its own. */
const healthPath = variable("SERVICE_HEALTH_PATH");

try {
  freezeShared();
  const engine = await startEngine({
    dataDir: variable("SERVICE_DATA_DIR") ?? ".data",
    host: variable("SERVICE_HOST") ?? "127.0.0.1",
    socketPort: Number(variable("SERVICE_SOCKET_PORT") ?? 3210),
    httpPort: Number(variable("SERVICE_HTTP_PORT") ?? 3211),
    contexts: readContexts(env["SERVICE_CONTEXTS"]),
    committing: readCommitting(env["SERVICE_COMMITTING"]),
    health: healthPath === undefined ? undefined : { path: healthPath, obstacle: () => null },
    concurrency: env["SERVICE_CONCURRENCY"] === "optimistic" ? "optimistic" : "serial",
  });
  handleUncaughtErrors(() => engine.breakOff());
  stopOnSignals(() => engine.stop());
  process.stdout.write(`${JSON.stringify({ ready: true, socketUrl: engine.socketUrl, httpUrl: engine.httpUrl })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
