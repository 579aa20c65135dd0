// The agents that a configuration names.
import type { Agent } from "./agent";
import { presets } from "./acp/presets";
import { AcpSession } from "./acp/session";
import type { AcpSettings } from "./acp/settings";
import type { CommandSettings } from "./commandSession";
import { CommandSession } from "./commandSession";
import type { AcpAgentSettings, CommandAgentSettings, ProgramSettings } from "./configuration";
import { checkAgent } from "./configuration";
import { readScenes } from "./demo/scenes";
import { DemoSession } from "./demo/session";
import type { PermissionPolicy } from "./permissions";
import { findProgramFault } from "./process/launch";
import type { LaunchSettings, WantedProgram } from "./process/launch";
import { ownPlaces } from "./writablePlaces";

/** What the runner says for all of its agents. */
export interface SharedAgentSettings {
  permissions: PermissionPolicy["mode"];
  /** Names of variables of the runner's environment that every agent receives. */
  passEnv: readonly string[];
  /** The folder of the configuration, from which a relative path of a program leads. Absent: the worktree. */
  programFolder?: string;
  /** An agent that has written nothing for this time is stopped. Null: never. */
  silenceMs: number | null;
}

const minute = 60_000;
const grace = { closeMs: 1000, termMs: 3000, killMs: 3000 };
const acpBounds = { startMs: 2 * minute, cancelMs: 5000, maxMessageBytes: 16_000_000 };
const defaultPaceMs = 700;

/** Throws ConfigurationError, if the settings of this name cannot be used. */
export function createAgent(name: string, settings: unknown, forAll: SharedAgentSettings): Agent {
  const checked = checkAgent(name, settings);
  switch (checked.kind) {
    case "acp": {
      const acp = acpSettings(name, checked, forAll);
      return { name, ...startOf(acp), start: (task, place) => new AcpSession(acp, task, place) };
    }
    case "command": {
      const command = commandSettings(checked, forAll);
      return {
        name,
        ...startOf({ ...command, install: null }),
        start: (task, place) => new CommandSession(command, task, place),
      };
    }
    case "demo": {
      const { paceMs = defaultPaceMs, scenes: file } = checked;
      const scenes = file === undefined ? [] : readScenes(file);
      const findFault = () => Promise.resolve(null);
      return { name, findFault, start: (task, place) => new DemoSession(task, place, { paceMs, scenes }) };
    }
  }
}

function startOf({ command, install, surroundings }: WantedProgram & { surroundings: LaunchSettings }) {
  const findFault: Agent["findFault"] = (isolation, env = {}) =>
    findProgramFault(surroundings, { command, install }, isolation, env);
  return { findFault };
}

function acpSettings(name: string, settings: AcpAgentSettings, forAll: SharedAgentSettings): AcpSettings {
  const preset = settings.preset === undefined ? undefined : presets[settings.preset];
  return {
    name,
    command: settings.command ?? preset?.command ?? [],
    install: preset?.install ?? null,
    service: settings.service ?? preset?.service ?? "agent",
    surroundings: {
      ...launchSettings(settings, [...(preset?.passed ?? []), ...forAll.passEnv], ownPlaces(settings.preset)),
      ...(settings.telemetry === true ? { telemetry: preset?.telemetry ?? {} } : {}),
      ...programPlace(forAll),
    },
    permissions: { mode: forAll.permissions, alsoAllow: settings.alsoAllow ?? [] },
    offersFiles: settings.offersFiles ?? false,
    bounds: { ...acpBounds, silenceMs: forAll.silenceMs },
  };
}

function commandSettings(settings: CommandAgentSettings, forAll: SharedAgentSettings): CommandSettings {
  const surroundings = {
    ...launchSettings(settings, forAll.passEnv, []),
    ...(settings.telemetry === true ? { telemetry: {} } : {}),
  };
  return {
    command: settings.command,
    input: settings.input ?? "stdin",
    // A command has read its input long before it is stopped, so closing the input tells it nothing.
    surroundings: { ...surroundings, ...programPlace(forAll), grace: { ...grace, closeMs: 0 } },
    silenceMs: forAll.silenceMs,
  };
}

function programPlace({ programFolder }: SharedAgentSettings): Pick<LaunchSettings, "programFolder"> {
  return programFolder === undefined ? {} : { programFolder };
}

/** `own` are the folders of the program's own settings, which it may change. */
export function launchSettings(
  settings: ProgramSettings,
  passed: readonly string[],
  own: readonly string[],
): LaunchSettings {
  const { passEnv = [], env = {}, readable = [], writable = [], network = "host", dockerImage = null } = settings;
  return {
    passed: [...passed, ...passEnv],
    env,
    isolation: { readable, writable: [...own, ...writable], network, dockerImage },
    grace,
  };
}
