import type { Doc } from "../_generated/dataModel";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { averagesOf } from "./sums";
import type { Sums } from "./sums";

export interface PersonaView extends Ids {
  name: string;
  description: string | null;
  type: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
  instructions: string | null;
  selectedSkills: string[];
  isEnabled: boolean;
  learningsEnabled: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export function presentPersona(persona: Doc<"personas">): PersonaView {
  const { name, description = null, type, selectedSkills, isEnabled, learningsEnabled, version } = persona;
  const { cliId = null, model = null, thinkingEffort = null, instructions = null } = persona;
  return withIds("personas", persona._id, {
    name,
    description,
    type,
    cliId,
    model,
    thinkingEffort,
    instructions,
    selectedSkills,
    isEnabled,
    learningsEnabled,
    version,
    createdAt: isoTime(persona._creationTime),
    updatedAt: isoTime(persona.updatedAtMs),
  });
}

export interface PersonaVersionView extends Ids {
  version: number;
  name: string;
  cliId: string | null;
  model: string | null;
  thinkingEffort: string | null;
}

/** A persona as the steps that ran with it show it. */
export function presentPersonaVersion(row: Doc<"personaVersions">): PersonaVersionView {
  const { version, name, cliId = null, model = null, thinkingEffort = null } = row;
  return withIds("personaVersions", row._id, { version, name, cliId, model, thinkingEffort });
}

export interface PersonaVersionDetail extends PersonaVersionView {
  description: string | null;
  type: string;
  instructions: string | null;
  selectedSkills: string[];
  isEnabled: boolean;
  learningsEnabled: boolean;
  createdAt: string;
}

export function presentPersonaVersionDetail(row: Doc<"personaVersions">): PersonaVersionDetail {
  const { description = null, type, instructions = null, selectedSkills, isEnabled, learningsEnabled } = row;
  const createdAt = isoTime(row._creationTime);
  const details = { description, type, instructions, selectedSkills, isEnabled, learningsEnabled, createdAt };
  return { ...presentPersonaVersion(row), ...details };
}

export interface AnalyticsView {
  personaId: string;
  runs: number;
  steps: number;
  completed: number;
  failed: number;
  successRate: number | null;
  averageQuality: number | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  averageDurationMs: number | null;
}

export function presentAnalytics(persona: Doc<"personas">, sums: Sums): AnalyticsView {
  const { runs, steps, completed, failed, inputTokens, outputTokens, costMicroUsd } = sums;
  const personaId = publicId("personas", persona._id);
  const costUsd = costMicroUsd / 1_000_000;
  return { personaId, runs, steps, completed, failed, ...averagesOf(sums), inputTokens, outputTokens, costUsd };
}
