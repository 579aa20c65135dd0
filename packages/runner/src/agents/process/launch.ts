import type { Workspace } from "../agent";
import type { Isolation, IsolationSettings } from "../isolation/contract";
import { IsolationError } from "../isolation/contract";
import { isolate } from "../isolation/isolation";
import type { Grace } from "./agentProcess";
import { AgentProcess } from "./agentProcess";
import { agentEnvironment, worktreeVariable } from "./environment";
import { telemetryVariables } from "./telemetry";
import { findProgram } from "./findProgram";
import { missingProgramText } from "./missingProgram";

/** What an agent's program is given, whichever way the runner speaks with it. */
export interface LaunchSettings {
  /** Names of variables of the runner that the agent gets, for example the one with its provider's key. */
  passed: readonly string[];
  env: Readonly<Record<string, string>>;
  /** What makes the agent send telemetry, besides the runner's OTEL_* variables. Absent: it receives neither. */
  telemetry?: Readonly<Record<string, string>>;
  /** The folder from which a relative path of the program leads. Absent: the worktree. */
  programFolder?: string;
  isolation: IsolationSettings;
  grace: Grace;
}

export interface WantedProgram {
  command: readonly string[];
  /** A sentence about how to install the program, for the error. */
  install: string | null;
}

export interface Launch extends WantedProgram {
  /** Variables of this start. */
  env: Record<string, string>;
  /** Whether the program's standard error is part of its output. */
  joinsErrors: boolean;
  /** Tells its processes from those of other programs in the same worktree. */
  mark?: string;
  /** Files outside of the worktree that the program writes. */
  writable: readonly string[];
}

/** Starts the program, or throws `IsolationError` with a message that says what is missing. */
export async function launch(surroundings: LaunchSettings, place: Workspace, wanted: Launch): Promise<AgentProcess> {
  const { worktree, isolation } = place;
  const { mark = worktree } = wanted;
  const marked = { [worktreeVariable]: mark };
  const telemetry = telemetryVariables(process.env, surroundings.telemetry, [surroundings.env, place.env]);
  const own = agentEnvironment(process.env, surroundings.passed, telemetry, surroundings.env);
  const env: Record<string, string> = { ...own, ...place.env, ...wanted.env, ...marked };
  const [program = "", ...args] = wanted.command;
  // A container has its own programs.
  const places = { worktree, programFolder: surroundings.programFolder ?? null };
  const file = isolation.kind === "docker" ? program : await findProgram(program, env["PATH"], places);
  if (file === null) throw new IsolationError(missingProgramText(wanted, places));
  // A project may change the search path of its agents. Then it must not choose what they see of the machine.
  const isOwn = file === (await findProgram(program, own["PATH"], places));
  const seen = { own: isOwn ? [file] : [], systemSettings: "public" } as const;
  const invocation = { file, args, worktree, env, writable: wanted.writable, ...seen };
  const readable = [...surroundings.isolation.readable, ...place.readable];
  const enclosed = await isolate(isolation, invocation, { ...surroundings.isolation, readable });
  const started = { ...enclosed, env: { ...enclosed.env, ...marked } };
  return new AgentProcess({ ...started, folder: worktree, mark, joinsErrors: wanted.joinsErrors }, surroundings.grace);
}

/** Returns a sentence that says why a program that needs no worktree to be found could not be started, or null. */
export async function findProgramFault(
  surroundings: LaunchSettings,
  wanted: WantedProgram,
  isolation: Isolation,
  projectEnv: Record<string, string>,
): Promise<string | null> {
  // A container has its own programs.
  if (isolation.kind === "docker") return null;
  const env = agentEnvironment(process.env, surroundings.passed, surroundings.env, projectEnv);
  const places = { worktree: null, programFolder: surroundings.programFolder ?? null };
  const file = await findProgram(wanted.command[0] ?? "", env["PATH"], places);
  return file === null ? missingProgramText(wanted, places) : null;
}
