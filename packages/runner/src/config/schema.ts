// The configuration file. `docs/runner.md` lists its fields with their meaning.
import * as z from "zod";

export const jobKinds = [
  "run.execute",
  "sprintChain.execute",
  "workChain.execute",
  "issueSession.scan",
  "answeringSession.continue",
  "merge.execute",
  "learning.extract",
  "sandbox.message",
  "sandbox.devServer",
] as const;

const name = z.string().min(1).max(64);
const names = z.record(z.string().min(1).max(200), name);

export type JobKind = (typeof jobKinds)[number];

const toolKinds = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;

const isolations = ["none", "bubblewrap", "docker"] as const;
const permissionPolicies = ["allow-in-worktree", "ask", "deny"] as const;

/** A command that runs in a worktree, as a shell would run it. */
const command = z.string().min(1).max(10_000);

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable");
const program = z.array(z.string().min(1)).min(1);

/** What may be said about an agent that is a program. */
const ofProgram = {
  /** The names of variables of the runner's environment that the agent receives. */
  passEnv: z.array(variable).optional(),
  env: z.record(variable, z.string()).optional(),
  /** Files and folders that an isolated agent may read or change, beside its worktree. */
  readable: z.array(z.string().min(1)).optional(),
  writable: z.array(z.string().min(1)).optional(),
  network: z.enum(["host", "none"]).optional(),
  dockerImage: z.string().min(1).optional(),
  /** An agent that says nothing for this time is ended. Null: never. */
  silenceMinutes: z.number().positive().nullable().optional(),
};

const acpAgent = z.strictObject({
  kind: z.literal("acp"),
  preset: z.string().min(1).optional(),
  command: program.optional(),
  service: z.string().min(1).optional(),
  alsoAllow: z.array(z.enum(toolKinds)).optional(),
  offersFiles: z.boolean().optional(),
  ...ofProgram,
});

const commandAgent = z.strictObject({
  kind: z.literal("command"),
  command: program,
  input: z.enum(["stdin", "file", "argument"]).optional(),
  ...ofProgram,
});

const demoAgent = z.strictObject({ kind: z.literal("demo"), paceMs: z.int().min(0).max(60_000).optional() });

export const configurationFile = z.strictObject({
  $schema: z.string().optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  tokenFile: z.string().min(1).optional(),
  /** Everything that the runner keeps: mirrors, worktrees, its state. */
  folder: z.string().min(1).optional(),
  jobs: z.int().min(1).max(64).optional(),
  kinds: z.array(z.enum(jobKinds)).min(1).optional(),
  labels: z.array(name).max(20).optional(),
  agents: z.record(name, z.discriminatedUnion("kind", [acpAgent, commandAgent, demoAgent])).optional(),
  /** The name of the agent for everything that `agentFor` does not name. */
  agent: name.optional(),
  agentFor: z
    .strictObject({ steps: names.optional(), roles: names.optional(), workflows: names.optional() })
    .optional(),
  isolation: z.enum(isolations).optional(),
  permissions: z.enum(permissionPolicies).optional(),
  /** The time that a person has to answer a question, in minutes. */
  questionMinutes: z.int().min(1).max(43_200).optional(),
  maxDiskGb: z.number().positive().optional(),
  minFreeDiskGb: z.number().min(0).optional(),
  minFreeMemoryMb: z.number().min(0).optional(),
  push: z.enum(["step", "end", "never"]).optional(),
  /** "auto" opens a pull request where the project has a key for the code host; a command opens it itself. */
  pullRequest: z.union([z.enum(["auto", "never"]), z.strictObject({ command })]).optional(),
  setup: command.optional(),
  devServer: z.strictObject({ command, url: z.string().min(1) }).optional(),
  leaseSeconds: z.int().min(5).max(900).optional(),
  /** The time that a stopping runner gives its jobs before it hands them back. */
  drainSeconds: z.int().min(0).max(86_400).optional(),
  metricsPort: z.int().min(0).max(65_535).optional(),
});

export type ConfigurationFile = z.infer<typeof configurationFile>;
export type AgentSettings = NonNullable<ConfigurationFile["agents"]>[string];
