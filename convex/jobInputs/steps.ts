// The steps of a run, with the versions of the personas that they use.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import type { JsonSchema } from "../lib/jsonSchema";
import type { StepRole } from "../lib/sharedValues";
import { presentPersonaVersion } from "../personas/present";
import type { PersonaVersionView } from "../personas/present";
import type { Gate } from "../workflows/gate";
import { readOutputSchema } from "../workflows/present";
import type { Plan } from "./plan";
import type { AnswerSize, LeftOutPart } from "./answerSize";

export interface StepInput {
  stepIndex: number;
  /** Whether a restart has kept the result of the step, so that it need not be done again. */
  isDone: boolean;
  role: StepRole;
  name: string;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  /** The step must end with an output that fits this JSON Schema. */
  outputSchema: JsonSchema | null;
  /** What must be shown before the step counts as done. */
  gate: Gate | null;
  /** Patterns of paths below the checkout: upload the files that match after the step. */
  artifacts: string[];
  /** The model of the step's persona. Null without a persona. */
  model: string | null;
  thinkingEffort: string | null;
  persona: PersonaInput | null;
}

export interface PersonaInput extends PersonaVersionView {
  personaId: string;
  description: string | null;
  type: string;
  selectedSkills: string[];
  learningsEnabled: boolean;
  instructions: string | null;
}

export async function stepInputs(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  plan: Plan,
  size: AnswerSize,
): Promise<StepInput[]> {
  const personas = await personasOf(ctx, snapshot);
  return plan.steps.map(
    ({ personaId: _personaId, outputSchema, gate = null, artifacts = [], ...planned }, stepIndex) => {
      const versionId = snapshot.personaVersionIds[stepIndex];
      const persona = (versionId == null ? undefined : personas.get(versionId)) ?? null;
      const { model = null, thinkingEffort = null } = persona ?? {};
      return {
        stepIndex,
        isDone: false,
        ...planned,
        outputSchema: readOutputSchema(outputSchema),
        gate,
        artifacts,
        model,
        thinkingEffort,
        persona: persona === null ? null : fitted(persona, stepIndex),
      };
    },
  );

  function fitted(persona: PersonaInput, stepIndex: number): PersonaInput {
    const args = { runId: publicId("runs", snapshot.runId), kind: "persona" as const, id: persona.id };
    const call: LeftOutPart = { path: ["steps", stepIndex, "persona"], operation: "run.getPart", args };
    if (size.addIfItFits(persona, call)) return persona;
    const rest = { ...persona, instructions: null };
    size.add(rest);
    return rest;
  }
}

/** Returns a version of a persona. Null when no step of the run has it. */
export async function personaOfRun(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  id: string,
): Promise<PersonaInput | null> {
  const versionId = snapshot.personaVersionIds.find((one) => one !== null && publicId("personaVersions", one) === id);
  const version = versionId == null ? null : await ctx.db.get("personaVersions", versionId);
  return version === null ? null : presentPersona(version);
}

async function personasOf(
  ctx: QueryCtx,
  { personaVersionIds }: Doc<"runSnapshots">,
): Promise<Map<Id<"personaVersions">, PersonaInput>> {
  const personas = new Map<Id<"personaVersions">, PersonaInput>();
  for (const versionId of new Set(personaVersionIds)) {
    const version = versionId === null ? null : await ctx.db.get("personaVersions", versionId);
    if (version !== null) personas.set(version._id, presentPersona(version));
  }
  return personas;
}

function presentPersona(row: Doc<"personaVersions">): PersonaInput {
  const { description = null, type, selectedSkills, learningsEnabled, instructions = null } = row;
  const personaId = publicId("personas", row.personaId);
  const details = { personaId, description, type, selectedSkills, learningsEnabled, instructions };
  return { ...presentPersonaVersion(row), ...details };
}
