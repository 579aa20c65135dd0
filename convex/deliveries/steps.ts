// The steps of a run with the versions of the personas that they run with.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { documentId, publicId } from "../lib/publicIds";
import { findVersion } from "../personas/model";
import { presentPersonaVersion } from "../personas/present";
import type { PersonaVersionView } from "../personas/present";
import type { Plan } from "./plan";
import type { Room } from "./room";

export interface StepDelivery {
  stepIndex: number;
  role: string;
  name: string;
  instructions: string | null;
  commandNames: string[];
  timeoutMs: number | null;
  maxRetries: number;
  /** The persona's. */
  model: string | null;
  thinkingEffort: string | null;
  persona: PersonaDelivery | null;
}

export interface PersonaDelivery extends PersonaVersionView {
  personaId: string;
  description: string | null;
  type: string;
  selectedSkills: string[];
  learningsEnabled: boolean;
  instructions: string | null;
}

export async function deliverSteps(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  plan: Plan,
  room: Room,
): Promise<StepDelivery[]> {
  const personas = await personasOf(ctx, snapshot);
  return plan.steps.map(({ personaId: _personaId, ...step }, stepIndex) => {
    const persona = personas[stepIndex] ?? null;
    const { model = null, thinkingEffort = null } = persona ?? {};
    return { stepIndex, ...step, model, thinkingEffort, persona: persona === null ? null : fitted(persona, stepIndex) };
  });

  function fitted(persona: PersonaDelivery, stepIndex: number): PersonaDelivery {
    const args = { runId: publicId("runs", snapshot.runId), kind: "persona", id: persona.id };
    const call = { path: ["steps", stepIndex, "persona"], operation: "run.getPart", args };
    if (room.admits(persona, call)) return persona;
    const rest = { ...persona, instructions: null };
    room.occupy(rest);
    return rest;
  }
}

/** Null for a version that no step of the run has. */
export async function personaOfRun(
  ctx: QueryCtx,
  { personas }: Doc<"runSnapshots">,
  id: string,
): Promise<PersonaDelivery | null> {
  const row = await ctx.db.get("personaVersions", documentId(ctx, "personaVersions", id));
  const isGiven = personas.some((one) => one?.personaId === row?.personaId && one?.version === row?.version);
  return row !== null && isGiven ? presentPersona(row) : null;
}

/** Of each step; many have the same. */
async function personasOf(ctx: QueryCtx, { personas }: Doc<"runSnapshots">): Promise<(PersonaDelivery | null)[]> {
  const found = new Map<Id<"personas">, PersonaDelivery | null>();
  for (const { personaId, version } of personas.filter((one) => one !== null)) {
    if (found.has(personaId)) continue;
    const row = await findVersion(ctx, personaId, version);
    found.set(personaId, row === null ? null : presentPersona(row));
  }
  return personas.map((one) => (one === null ? null : (found.get(one.personaId) ?? null)));
}

function presentPersona(row: Doc<"personaVersions">): PersonaDelivery {
  const { description = null, type, selectedSkills, learningsEnabled, instructions = null } = row;
  const personaId = publicId("personas", row.personaId);
  const details = { personaId, description, type, selectedSkills, learningsEnabled, instructions };
  return { ...presentPersonaVersion(row), ...details };
}
