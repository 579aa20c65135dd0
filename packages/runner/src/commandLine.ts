// The command line of the runner, from its arguments to its exit code.
import { configuredAgents } from "./configuredAgents";
import { readConfiguration } from "./config/configuration";
import type { Configuration, OwnService } from "./config/configuration";
import { ConfigurationError } from "./errors/configurationError";
import { help } from "./config/flags";
import { GitMissingError, requireGit } from "./git/requireGit";
import { startRunner } from "./runner";
import { ServiceUnusableError } from "./service/errors";
import { jsonLines, plainLines } from "./log/lines";
import { liveView } from "./log/liveView";
import { print, printError, screen } from "./log/terminal";
import { Metrics, serveMetrics } from "./log/metrics";
import { onStopSignals } from "./stopSignals";
import type { Log } from "./log/events";

/** What shells expect of a program that Ctrl-C has ended. */
const exitCodeOfInterrupt = 130;

/** `own` finds the service that is asked when nobody names one. */
export async function runCommand(args: readonly string[], own?: () => OwnService): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return print(help.trimEnd());
  try {
    const service = own?.();
    await run(readConfiguration(args, process.env, service));
  } catch (error) {
    if (
      !(
        error instanceof ConfigurationError ||
        error instanceof ServiceUnusableError ||
        error instanceof GitMissingError
      )
    )
      throw error;
    printError(error.message);
    process.exitCode = error instanceof ConfigurationError ? 2 : 1;
  }
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
