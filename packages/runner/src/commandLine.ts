// The command line of the runner, from its arguments to its exit code.
import { configuredAgents } from "./configuredAgents";
import { readConfiguration } from "./config/configuration";
import type { Configuration, OwnService } from "./config/configuration";
import { ConfigurationError } from "./errors/configurationError";
import { help } from "./config/flags";
import { GitMissingError, requireGit } from "./git/requireGit";
import { startRunner } from "./runner";
import { ServiceUnusableError, TokenRefusedError } from "./service/errors";
import { jsonLines, plainLines } from "./log/lines";
import { liveView } from "./log/liveView";
import { print, printError, screen } from "./log/terminal";
import { Metrics, serveMetrics } from "./log/metrics";
import { onStopSignals } from "./stopSignals";
import type { Log } from "./log/events";

export { secretsHere } from "./config/configuration";

/** What shells expect of a program that Ctrl-C has ended. */
const exitCodeOfInterrupt = 130;

/** `misconfigured`: what the runner is given, or the machine, lacks something. */
export type RunnerEnding = "done" | "misconfigured" | "tokenRefused" | "unreachable";

/** The exit codes of the runner as a program of its own. */
export const exitCodes: Record<RunnerEnding, number> = { done: 0, misconfigured: 2, tokenRefused: 3, unreachable: 5 };

/** `own` finds the service that is asked when nobody names one. */
export async function runCommand(args: readonly string[], own?: () => OwnService): Promise<RunnerEnding> {
  if (args.includes("--help") || args.includes("-h")) {
    print(help.trimEnd());
    return "done";
  }
  try {
    const service = own?.();
    await run(readConfiguration(args, process.env, service));
    return "done";
  } catch (error) {
    const ending = endingOf(error);
    if (ending === null || !(error instanceof Error)) throw error;
    printError(error.message);
    return ending;
  }
}

/** Null for a fault of the runner itself. */
function endingOf(error: unknown): RunnerEnding | null {
  if (error instanceof ConfigurationError || error instanceof GitMissingError) return "misconfigured";
  if (error instanceof TokenRefusedError) return "tokenRefused";
  return error instanceof ServiceUnusableError ? "unreachable" : null;
}

async function run(configuration: Configuration): Promise<void> {
  await requireGit();
  const agents = configuredAgents(configuration);
  const view = viewOf(configuration);
  const metrics = new Metrics();
  const log: Log = (event) => {
    metrics.log(event);
    view.log(event);
  };
  if (configuration.metricsPort !== undefined) {
    const { port } = await serveMetrics(metrics, configuration.metricsPort);
    if (!configuration.json) print(`Metrics: http://127.0.0.1:${port}/metrics`);
  }
  const stopping = new AbortController();
  onStopSignals(
    () => stopping.abort(new Error("The runner was told to stop.")),
    () => process.exit(exitCodeOfInterrupt),
  );
  await startRunner({ configuration, agents, log, stopping: stopping.signal });
  view.end();
}

function viewOf({ json }: Configuration): { log: Log; end: () => void } {
  const end = () => {};
  if (json) return { log: jsonLines(print), end };
  if (screen.isTTY) return liveView(screen);
  return { log: plainLines(print), end };
}
