// Puts the configuration together: flags win over the environment, the environment over the file, the file over what is
// standard. The token is never a flag, because every user of a machine can list the arguments of its processes.
import { existsSync, readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import path from "node:path";
import { presets } from "../agents/acp/presets";
import { ConfigurationError } from "../errors/configurationError";
import { readFields } from "../errors/readFields";
import { readFlags } from "./flags";
import type { Flags } from "./flags";
import { jobKinds } from "../service/jobKinds";
import { truncate } from "../text/truncate";
import { configurationFile } from "./schema";
import type { AgentSettings, ConfigurationFile } from "./schema";
import { readToken } from "./token";

/** The complete configuration of the runner, with nothing left open. */
export type Configuration = ReturnType<typeof withStandards> & {
  copyFiles: { name: string; from: string }[];
  /** Where relative paths of agents' programs lead from: the folder of the file, also when there is none. */
  configurationFolder: string;
  /** Whether what happens is written as lines of JSON. */
  json: boolean;
  /** Whether the runner ends as soon as no job waits. */
  once: boolean;
};

type Environment = Record<string, string | undefined>;

/** The service that is asked when nobody names one. */
export interface OwnService {
  url: string;
  /** The file in which the embedded deployment keeps its secret. Null for a service elsewhere. */
  secrets: string | null;
}

/** Where `npm start` keeps its secret, seen from its folder: by the variable that the service reads, too. */
export function secretsHere({ SERVICE_DATA_DIR: dataDirectory }: Environment): string {
  return path.join(dataDirectory || ".data", "secrets.env");
}

/** Throws ConfigurationError with a sentence that says what to change. */
export function readConfiguration(
  args: readonly string[],
  environment: Environment,
  own: OwnService = { url: "http://127.0.0.1:3211", secrets: secretsHere(environment) },
): Configuration {
  const flags = readFlags(args);
  const named = flags.config ?? environment["SWITCHYARD_RUNNER_CONFIG"];
  const file = readFile(named);
  const checked = check({ ...file, ...fromEnvironment(environment), ...fromFlags(flags) }, "The configuration");
  const { url = own.url, tokenFile } = checked;
  // The secret of a service here is nothing for a service elsewhere.
  const ownSecrets = url === own.url || isHere(url) ? own.secrets : null;
  const service = { url, token: readToken(tokenFile, environment, ownSecrets) };
  const configuration = withStandards(checked, service);
  requireKnownAgents(configuration);
  const beside = path.dirname(path.resolve(named ?? standardFile));
  const copyFiles = (checked.copyFiles ?? []).map((name) => ({ name, from: path.join(beside, name) }));
  return { ...configuration, copyFiles, configurationFolder: beside, json: flags.json, once: flags.once };
}

function isHere(url: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(url);
}

const standardFile = "switchyard-runner.json";

function readFile(named: string | undefined): ConfigurationFile {
  const file = named ?? standardFile;
  if (!existsSync(file)) {
    if (named === undefined) return {};
    throw new ConfigurationError(`There is no file ${file}. --config names the configuration file.`);
  }
  const checked = check(parse(file), file);
  // Paths in the file are relative to the file.
  const absolute = (name: string | undefined) => name && path.resolve(path.dirname(file), name);
  const { folder, tokenFile, localRepositories, ...rest } = checked;
  const places = { folder: absolute(folder), tokenFile: absolute(tokenFile) };
  return { ...rest, ...defined({ ...places, localRepositories: localRepositories?.map(absolute) }) };
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function check(value: unknown, what: string): ConfigurationFile {
  return readFields(configurationFile, value, { before: `${what}: ` });
}

function fromEnvironment(environment: Environment): ConfigurationFile {
  const { SWITCHYARD_URL: url, SWITCHYARD_RUNNER_FOLDER: folder, SWITCHYARD_TOKEN_FILE: tokenFile } = environment;
  return defined({ url, folder, tokenFile });
}

function fromFlags({ config: _config, json: _json, once: _once, ...flags }: Flags): ConfigurationFile {
  return defined(flags);
}

/** Leaves out what is undefined or empty, so that it does not hide a value of less rank. */
function defined(fields: Record<string, unknown>): ConfigurationFile {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));
}

function withStandards(file: ConfigurationFile, { url, token }: { url: string; token: string }) {
  const agents = file.agents ?? agentsWithoutFile(file.agent);
  const { steps = {}, roles = {}, workflows = {} } = file.agentFor ?? {};
  return {
    // The address that people see most often is that of the REST API.
    url: url.replace(/\/+$/, "").replace(/\/api\/v1$/, ""),
    token,
    folder: path.resolve(file.folder ?? path.join(homedir(), ".switchyard-runner")),
    localRepositories: (file.localRepositories ?? []).map((place) => path.resolve(place)),
    name: file.name ?? (truncate(hostname().trim(), 100) || "runner"),
    jobs: file.jobs ?? 2,
    waitingAgents: file.waitingAgents ?? 16,
    kinds: file.kinds ?? [...jobKinds],
    agents,
    agent: file.agent ?? Object.keys(agents)[0] ?? "demo",
    agentFor: { steps, roles, workflows },
    /** False when nobody has named an agent, so that the demo agent works. */
    isAgentNamed: file.agents !== undefined || file.agent !== undefined,
    isolation: file.isolation ?? "auto",
    permissions: file.permissions ?? "allow-in-worktree",
    passEnv: file.passEnv ?? [],
    questionMinutes: file.questionMinutes ?? 24 * 60,
    silenceMinutes: file.silenceMinutes ?? 15,
    maxDiskGb: file.maxDiskGb ?? 50,
    minFreeDiskGb: file.minFreeDiskGb ?? 1,
    minFreeMemoryMb: file.minFreeMemoryMb ?? 256,
    push: file.push ?? "step",
    pullRequest: file.pullRequest ?? "auto",
    pullRequestCommand: file.pullRequestCommand,
    setup: file.setup,
    gates: file.gates ?? {},
    devServer: file.devServer,
    devServerMinutes: file.devServerMinutes ?? 30,
    leaseSeconds: file.leaseSeconds ?? 30,
    drainSeconds: file.drainSeconds ?? 60,
    metricsPort: file.metricsPort,
  };
}

/** Somebody who only names a known agent needs no file. */
function agentsWithoutFile(agent: string | undefined): Record<string, AgentSettings> {
  if (agent === undefined || !Object.hasOwn(presets, agent)) return { demo: { kind: "demo" } };
  return { [agent]: { kind: "acp", preset: agent } };
}

function requireKnownAgents({ agents, agent, agentFor }: Pick<Configuration, "agents" | "agent" | "agentFor">): void {
  const known = Object.keys(agents);
  const chosen = [agent, ...Object.values(agentFor).flatMap((chosen) => Object.values(chosen))];
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const withoutFile = `Without \`agents\`, --agent takes also ${Object.keys(presets).join(", ")}.`;
  throw new ConfigurationError(`There is no agent "${unknown}". \`agents\` has: ${known.join(", ")}. ${withoutFile}`);
}
