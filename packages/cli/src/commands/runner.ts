// `switchyard runner`: the runner itself, which does the work of runs on this machine.
import type { RunnerEnding } from "../../../runner/src/commandLine";
import { command } from "../frame/command";
import type { Ending } from "../frame/failure";

export const runner = command({
  name: "runner",
  about: "Do the work of runs on this machine",
  details:
    "It is the program of packages/runner with all of its options, which `switchyard runner --help` lists. --url and " +
    "--profile name the service that it asks for work. Without them it is that of SWITCHYARD_URL, " +
    "of its configuration, or of the current profile.",
  arguments: {},
  options: {},
  examples: [
    {
      line: "switchyard runner --local-repositories <folder>",
      about: "Beside `npm start`, with the demo agent",
      isEndless: true,
    },
    {
      line: "switchyard runner --token-file <token file> --agent claude-code --once",
      about: "With a runner token, until no job waits",
    },
  ],
  readsWords: true,
  endsItself: true,
  run: async (context, { words }) => {
    // The runner is larger than all other commands together.
    const { runCommand, secretsHere } = await import("../../../runner/src/commandLine");
    const { url, isHere } = ownServiceOf(context.deployment().url);
    const { choice, isJson } = context;
    const isChosen = choice.url !== undefined || choice.profile !== undefined;
    const common = [...(isChosen ? [`--url=${url}`] : []), ...(isJson ? ["--json"] : [])];
    return endings[
      await runCommand([...common, ...words], () => ({
        url,
        secrets: isHere ? secretsHere(context.environment) : null,
      }))
    ];
  },
});

const endings: Record<RunnerEnding, Ending> = {
  done: "ok",
  misconfigured: "usage",
  tokenRefused: "refused",
  unreachable: "unavailable",
};

/** The secret of the service on this machine is nothing for a service elsewhere. */
function ownServiceOf(url: string): { url: string; isHere: boolean } {
  return { url, isHere: ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname) };
}
