// What the configuration lets programs of agents change outside of their worktrees, when they are isolated.
import path from "node:path";
import { presets } from "./acp/presets";
import { checkAgent } from "./configuration";
import type { ProgramSettings } from "./configuration";

type Writing = Pick<ProgramSettings, "writable"> | undefined;

interface Programs {
  agents: Readonly<Record<string, unknown>>;
  gates: Writing;
  setup?: Writing;
  devServer?: Writing;
}

export function writablePlaces({ agents, gates, setup, devServer }: Programs): string[] {
  const checked = Object.entries(agents).map(([name, settings]) => checkAgent(name, settings));
  const ofPresets = checked.flatMap((agent) => (agent.kind === "acp" ? ownPlaces(agent.preset) : []));
  const named = checked.flatMap((agent) => (agent.kind === "demo" ? [] : (agent.writable ?? [])));
  const ofOthers = [gates, setup, devServer].flatMap((program) => program?.writable ?? []);
  return [...ofPresets, ...named, ...ofOthers];
}

/** The folders of a known agent's own settings, which it may change. */
export function ownPlaces(preset: string | undefined): string[] {
  const home = process.env["HOME"];
  const places = preset === undefined ? [] : (presets[preset]?.home ?? []);
  return home === undefined ? [] : places.map((place) => path.join(home, place));
}
