// Each change of a persona adds a version, so a step can always show the version that it ran with.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import type { CreateRequest, UpdateRequest } from "./requests";
import { deleteStatistics } from "./statistics";

type Persona = Doc<"personas">;
type Version = Doc<"personaVersions">;
type Content = Omit<Version, "_id" | "_creationTime" | "projectId" | "personaId" | "version">;

export async function createPersona(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { name, type, selectedSkills, isEnabled, ...texts }: CreateRequest,
): Promise<Persona> {
  const { description, cliId, model, thinkingEffort, instructions } = texts;
  return await insertPersona(ctx, projectId, {
    name,
    type,
    selectedSkills: selectedSkills ?? [],
    isEnabled: isEnabled ?? true,
    learningsEnabled: true,
    ...omitNullish({ description, cliId, model, thinkingEffort, instructions }),
  });
}

export async function updatePersona(ctx: MutationCtx, persona: Persona, request: UpdateRequest): Promise<Persona> {
  const { name, type, selectedSkills, isEnabled, learningsEnabled, ...texts } = request;
  const { description, cliId, model, thinkingEffort, instructions } = texts;
  if (Object.values(request).every((value) => value === undefined)) return persona;
  return await changePersona(ctx, persona, {
    ...omitNullish({ selectedSkills: selectedSkills === null ? [] : selectedSkills }),
    ...patchFrom({ name, type, isEnabled, learningsEnabled, description, cliId, model, thinkingEffort, instructions }),
  });
}

export async function togglePersona(ctx: MutationCtx, persona: Persona): Promise<Persona> {
  return await changePersona(ctx, persona, { isEnabled: !persona.isEnabled });
}

/** The copy has its own versions and statistics. */
export async function duplicatePersona(ctx: MutationCtx, persona: Persona): Promise<Persona> {
  return await insertPersona(ctx, persona.projectId, { ...contentOf(persona), name: nameOfCopy(persona.name) });
}

export async function deletePersonas(ctx: MutationCtx, personas: Persona[]): Promise<void> {
  for (const persona of personas) await ctx.db.delete("personas", persona._id);
  const personaIds = personas.map(({ _id }) => _id);
  await deleteStatistics(ctx, personaIds);
}

/** The version that a new step runs with; null when the persona was deleted or is switched off. */
export async function versionForNewStep(ctx: QueryCtx, personaId: Id<"personas">): Promise<Version | null> {
  const versionId = await versionIdForNewStep(ctx, personaId);
  return versionId === null ? null : await ctx.db.get("personaVersions", versionId);
}

/** Like `currentVersion`, but without reading the version, which can be large. */
export async function versionIdForNewStep(ctx: QueryCtx, personaId: Id<"personas">): Promise<Version["_id"] | null> {
  const persona = await ctx.db.get("personas", personaId);
  if (persona === null || !persona.isEnabled) return null;
  return persona.versionId ?? null;
}

async function insertPersona(ctx: MutationCtx, projectId: Id<"projects">, content: Content): Promise<Persona> {
  const row = { projectId, ...content, version: 1, updatedAtMs: Date.now() };
  const persona = await getOrThrow(ctx, "personas", await ctx.db.insert("personas", row));
  await addVersion(ctx, persona);
  return persona;
}

type Text = "description" | "cliId" | "model" | "thinkingEffort" | "instructions";
/** A field that is missing stays unchanged; a text that is undefined is removed. */
type Change = Partial<Omit<Content, Text>> & { [Name in Text]?: string | undefined };

async function changePersona(ctx: MutationCtx, persona: Persona, change: Change): Promise<Persona> {
  const version = persona.version + 1;
  await ctx.db.patch("personas", persona._id, { ...change, version, updatedAtMs: Date.now() });
  const changed = await getOrThrow(ctx, "personas", persona._id);
  await addVersion(ctx, changed);
  return changed;
}

async function addVersion(ctx: MutationCtx, persona: Persona): Promise<void> {
  const { _id: personaId, projectId, version } = persona;
  const content = contentOf(persona);
  const versionId = await ctx.db.insert("personaVersions", { projectId, personaId, version, ...content });
  await ctx.db.patch("personas", personaId, { versionId });
}

function contentOf(persona: Persona): Content {
  const {
    _id,
    _creationTime,
    projectId: _projectId,
    version: _version,
    versionId: _versionId,
    updatedAtMs: _updatedAtMs,
    ...content
  } = persona;
  return content;
}

const suffix = " (copy)";
const maxLength = 200;

export function nameOfCopy(name: string): string {
  const start = Array.from(name).slice(0, maxLength - suffix.length);
  return start.join("").trimEnd() + suffix;
}
