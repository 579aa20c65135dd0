// The configuration file. docs/agents.md explains what is said about agents, and README.md shows an example.
import * as z from "zod";
import { command, program } from "../agents/configuration";
import { isolations } from "../agents/isolation/contract";
import { jobKinds } from "../service/jobKinds";

const name = z.string().min(1).max(64);
const names = z.record(z.string().min(1).max(200), name);

const permissionPolicies = ["allow-in-worktree", "ask", "deny"] as const;

const setup = z.strictObject({
  command,
  /** The time that it may take. */
  minutes: z.int().min(1).max(240).optional(),
  ...program,
});

/** A path below the folder of the configuration file, and the same path below the worktree. */
const copied = z.string().refine(isBelow, "must be a relative path without `..`");

function isBelow(name: string): boolean {
  return name !== "" && !name.startsWith("/") && !name.split("/").includes("..");
}

// A dev server without the network of the machine could not be reached.
const { network: _network, ...ofServer } = program;

const devServer = z.strictObject({
  command,
  /** The server is ready when its output matches and its port is open. Without it, the open port is enough. */
  readyPattern: z.string().refine(isPattern, "must be a regular expression").optional(),
  /** For a server that ignores PORT. Then it can run only once at a time. */
  port: z.int().min(1).max(65_535).optional(),
  /** Where people find it, with {port} in place of the port. */
  address: z.string().refine(isAddress, "must be an http or https address").optional(),
  ...ofServer,
});

function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "m") instanceof RegExp;
  } catch {
    return false;
  }
}

function isAddress(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text.replaceAll("{port}", "1"));
}

export const configurationFile = z.strictObject({
  $schema: z.string().optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  tokenFile: z.string().min(1).optional(),
  /** Everything that the runner keeps: mirrors, worktrees, its state. */
  folder: z.string().min(1).optional(),
  /** Folders of this machine below which there are repositories that jobs may use. */
  localRepositories: z.array(z.string().min(1)).optional(),
  /** What people call this runner. */
  name: z.string().trim().min(1).max(100).refine(isOneLine, "must not have control characters").optional(),
  jobs: z.int().min(1).max(64).optional(),
  /** How many agents may wait for people beside the jobs that work. Each stays in memory. */
  waitingAgents: z.int().min(0).max(1000).optional(),
  kinds: z.array(z.enum(jobKinds)).min(1).optional(),
  agents: z.record(name, z.looseObject({ kind: z.string() })).optional(),
  /** The name of the agent for everything that `agentFor` does not name. */
  agent: name.optional(),
  agentFor: z
    .strictObject({ steps: names.optional(), roles: names.optional(), workflows: names.optional() })
    .optional(),
  isolation: z.enum(isolations).optional(),
  permissions: z.enum(permissionPolicies).optional(),
  /** The names of variables of the runner's environment that agents receive too. */
  passEnv: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable")).optional(),
  /** The time that a person has to answer a question, in minutes. */
  questionMinutes: z.int().min(1).max(43_200).optional(),
  /** An agent that says nothing for this time is stopped, in minutes. */
  silenceMinutes: z.int().min(1).max(1440).optional(),
  /** The most that the folder may hold. Beyond it the oldest clean worktrees go, and then nothing is claimed. */
  maxDiskGb: z.number().positive().optional(),
  minFreeDiskGb: z.number().min(0).optional(),
  minFreeMemoryMb: z.number().min(0).optional(),
  push: z.enum(["step", "end", "never"]).optional(),
  /** "auto": a pull request for each completed run, where the project has a key for the code host. */
  pullRequest: z.enum(["auto", "never"]).optional(),
  /** Opens pull requests in place of the code host's API: variables name the branch, and it prints the address. */
  pullRequestCommand: z.array(z.string().min(1)).min(1).optional(),
  /** Has no effect: the service says when to look at a pull request. Files of earlier versions have it. */
  checksEverySeconds: z.int().min(5).max(3600).optional(),
  /** Runs in each fresh worktree before the first agent. */
  setup: setup.optional(),
  /** How the commands of gates run. */
  gates: z.strictObject(program).optional(),
  copyFiles: z.array(copied).max(100).optional(),
  devServer: devServer.optional(),
  /** The time that a dev server works at most, in minutes. The service allows its job an hour. */
  devServerMinutes: z.int().min(1).max(55).optional(),
  leaseSeconds: z.int().min(5).max(900).optional(),
  /** The time that a stopping runner gives its jobs before it hands them back. */
  drainSeconds: z.int().min(0).max(86_400).optional(),
  metricsPort: z.int().min(0).max(65_535).optional(),
});

export type ConfigurationFile = z.infer<typeof configurationFile>;
export type DevServerSettings = z.infer<typeof devServer>;
export type AgentSettings = NonNullable<ConfigurationFile["agents"]>[string];
