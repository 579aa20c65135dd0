import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import type { VersionPart } from "../../domain/versions/VersionComparison";

export type Persona = FunctionReturnType<typeof api.personas.dashboard.get>;
export type PersonaVersion = FunctionReturnType<typeof api.personas.dashboard.versions>["page"][number];

/** What a version of a persona says, one part for each field that has a text. */
export function personaParts(version: PersonaVersion): VersionPart[] {
  const parts = [
    ["Name", version.name],
    ["Type", version.type],
    ["Description", version.description],
    ["Agent", version.cliId],
    ["Model", version.model],
    ["Thinking effort", version.thinkingEffort],
    ["Skills", version.selectedSkills.join("\n")],
    ["State", version.isEnabled ? "Enabled" : "Disabled"],
    ["Learnings", version.learningsEnabled ? "Receives learnings" : "Receives no learnings"],
    ["Instructions", version.instructions],
  ] as const;
  return parts.flatMap(([name, text]) => (text === null || text === "" ? [] : [{ name, text }]));
}

/** Such as “claude, claude-sonnet-4-5, high”. */
export function agentText({
  cliId,
  model,
  thinkingEffort,
}: Pick<Persona, "cliId" | "model" | "thinkingEffort">): string {
  return [cliId, model, thinkingEffort].filter((text) => text !== null).join(", ");
}
