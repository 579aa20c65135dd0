// The flags of the command.
import { parseArgs } from "node:util";
import { ConfigurationError } from "../errors/configurationError";

const options = {
  config: { type: "string", short: "c" },
  url: { type: "string" },
  "token-file": { type: "string" },
  folder: { type: "string" },
  name: { type: "string" },
  jobs: { type: "string" },
  kinds: { type: "string" },
  agent: { type: "string" },
  isolation: { type: "string" },
  permissions: { type: "string" },
  "local-repositories": { type: "string" },
  "metrics-port": { type: "string" },
  json: { type: "boolean", default: false },
  once: { type: "boolean", default: false },
} as const;

export interface Flags {
  config: string | undefined;
  url: string | undefined;
  tokenFile: string | undefined;
  folder: string | undefined;
  name: string | undefined;
  jobs: number | undefined;
  kinds: string[] | undefined;
  agent: string | undefined;
  isolation: string | undefined;
  permissions: string | undefined;
  localRepositories: string[] | undefined;
  metricsPort: number | undefined;
  json: boolean;
  once: boolean;
}

/** The values are checked with the rest of the configuration. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parsed(args);
  const { config, url, name, folder, agent, isolation, permissions, json, once } = values;
  const metricsPort = number(values["metrics-port"]);
  const lists = { kinds: list(values.kinds), localRepositories: list(values["local-repositories"]) };
  return {
    config,
    url,
    tokenFile: values["token-file"],
    name,
    folder,
    agent,
    isolation,
    permissions,
    json,
    once,
    jobs: number(values.jobs),
    ...lists,
    metricsPort,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new ConfigurationError(`${reason}. --help lists the flags.`);
  }
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function list(text: string | undefined): string[] | undefined {
  return text?.split(",").map((entry) => entry.trim());
}

export const help = `Usage: npm run runner -- [flags]      (installed: switchyard-runner [flags])

Claims the jobs of a Switchyard service and does them with coding agents, in worktrees of its own.

  -c, --config FILE     the configuration (switchyard-runner.json)
  --url URL             the service (SWITCHYARD_URL; npm run runner: that of this repository)
  --token-file FILE     a file with the token of the runner (SWITCHYARD_TOKEN_FILE)
  --name NAME           what people call this runner (the name of the machine)
  --jobs N              how many jobs at once (2)
  --kinds LIST          the kinds of jobs, such as run.execute,merge.execute (all)
  --agent NAME          the agent, where the configuration names none for a step, role or workflow
  --isolation KIND      auto, bubblewrap, docker or none (auto)
  --permissions POLICY  allow-in-worktree, ask or deny (allow-in-worktree)
  --folder FOLDER       mirrors, worktrees and state (SWITCHYARD_RUNNER_FOLDER, ~/.switchyard-runner)
  --local-repositories LIST
                        folders of this machine with repositories that jobs may use (none)
  --metrics-port PORT   GET /metrics on 127.0.0.1 (off)
  --once                end when no job waits
  --json                write what happens as lines of JSON

The token: a file that --token-file, SWITCHYARD_TOKEN_FILE or \`tokenFile\` names, SWITCHYARD_RUNNER_TOKEN, or
JOB_CALLBACK_SECRET. Without any of them the runner reads the secret of the service that \`npm start\` runs here.
`;
