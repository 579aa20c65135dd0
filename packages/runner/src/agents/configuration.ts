// What the configuration file says about an agent. docs/agents.md lists the fields with their meaning.
import * as z from "zod";
import { ConfigurationError } from "../errors/configurationError";
import { readFields } from "../errors/readFields";
import { toolKinds } from "./permissions";
import { presets } from "./acp/presets";

export const command = z.array(z.string()).min(1);
const places = z.array(z.string().startsWith("/", "must be an absolute path"));

export const program = {
  /** Names of variables of the runner's environment that this agent receives. */
  passEnv: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** Files and folders that the isolated agent may read, or also change, besides its worktree. */
  readable: places.optional(),
  writable: places.optional(),
  /** Whether the isolated agent has the network of the machine. */
  network: z.enum(["host", "none"]).optional(),
  dockerImage: z.string().min(1).optional(),
};

const ofAgent = {
  ...program,
  /** Whether the agent receives the runner's OTEL_* variables, with the headers that authorize it at the collector. */
  telemetry: z.boolean().optional(),
};

const acp = z.strictObject({
  kind: z.literal("acp"),
  /** The name of a known agent. It says the command, unless that is given, too. */
  preset: z.enum(Object.keys(presets)).optional(),
  command: command.optional(),
  /** The provider whose prices apply. */
  service: z
    .string()
    .regex(/^[a-z0-9_.-]{1,60}$/, "must have 1 to 60 small letters, digits, dots, dashes or underscores")
    .optional(),
  /** Kinds of tools that need no question where the permissions are `allow-in-worktree`. */
  alsoAllow: z.array(z.enum(toolKinds)).optional(),
  /** Whether the agent reads and writes files through the runner. */
  offersFiles: z.boolean().optional(),
  ...ofAgent,
});

const commandAgent = z.strictObject({
  kind: z.literal("command"),
  command,
  input: z.enum(["stdin", "file", "argument"]).optional(),
  ...ofAgent,
});

/** `paceMs` are the milliseconds between two events. `scenes` is the absolute path of a file of `demo/scenes.ts`. */
const demo = z.strictObject({
  kind: z.literal("demo"),
  paceMs: z.int().min(0).max(60_000).optional(),
  scenes: z.string().startsWith("/", "must be an absolute path").optional(),
});

const agentSettings = z.discriminatedUnion("kind", [acp, commandAgent, demo], {
  error: "must be one of acp, command, demo",
});

export type ProgramSettings = z.infer<z.ZodObject<typeof program>>;
export type AgentSettings = z.infer<typeof agentSettings>;
export type AcpAgentSettings = z.infer<typeof acp>;
export type CommandAgentSettings = z.infer<typeof commandAgent>;

/** Throws ConfigurationError, which names the field. */
export function checkAgent(name: string, settings: unknown): AgentSettings {
  const checked = readFields(agentSettings, settings, { path: ["agents", name] });
  if (checked.kind === "acp" && checked.preset === undefined && checked.command === undefined) {
    throw new ConfigurationError(`agents.${name} must name a preset, or the command of the agent.`);
  }
  return checked;
}
