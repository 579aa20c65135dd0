import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../api/errors";
import { addMember } from "../members/model";
import { gitRepoUrlLengthMax, isSlug, nameLengthMax, slugFromName, slugRule } from "./naming";
import type { ProjectUpdate } from "./requests";

export interface NewProject {
  name: string;
  /** Without one it is made from the name. */
  slug: string | undefined;
  gitRepoUrl: string | undefined;
  ownerId: Id<"users">;
}

/** Throws VALIDATION, or CONFLICT when the slug asked for belongs to another project. */
export async function createProject(ctx: MutationCtx, project: NewProject): Promise<Id<"projects">> {
  const name = project.name.trim();
  if (name === "" || name.length > nameLengthMax)
    throw invalid("name", `name must have 1 to ${nameLengthMax} characters.`);
  if (project.gitRepoUrl === "" || (project.gitRepoUrl?.length ?? 0) > gitRepoUrlLengthMax) {
    throw invalid("gitRepoUrl", `gitRepoUrl must have 1 to ${gitRepoUrlLengthMax} characters.`);
  }
  const slug = project.slug === undefined ? await freeSlug(ctx, name) : await claimSlug(ctx, project.slug);
  const projectId = await ctx.db.insert("projects", { name, slug, gitRepoUrl: project.gitRepoUrl ?? null });
  await addMember(ctx, { projectId, userId: project.ownerId, role: "owner" });
  return projectId;
}

/** The project as it is then. Throws CONFLICT when another project has the slug asked for. */
export async function updateProject(
  ctx: MutationCtx,
  project: Doc<"projects">,
  update: ProjectUpdate,
): Promise<Doc<"projects">> {
  const { name = project.name, slug = project.slug, gitRepoUrl = project.gitRepoUrl } = update;
  if (slug !== project.slug) await claimSlug(ctx, slug);
  await ctx.db.patch("projects", project._id, { name, slug, gitRepoUrl });
  return { ...project, name, slug, gitRepoUrl };
}

/** From the next request on all keys of the project are refused, for good; what it holds is cleared in the background. */
export async function startProjectDeletion(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null || project.deletingAtMs !== undefined) return;
  await ctx.db.patch("projects", projectId, { deletingAtMs: Date.now() });
  await ctx.scheduler.runAfter(0, internal.project.jobs.clear, { projectId });
}

async function claimSlug(ctx: MutationCtx, slug: string): Promise<string> {
  if (!isSlug(slug)) throw invalid("slug", `slug ${slugRule}.`);
  if (await isTaken(ctx, slug)) throw apiError("CONFLICT", `Another project has the slug ${slug}.`);
  return slug;
}

async function freeSlug(ctx: MutationCtx, name: string): Promise<string> {
  const slug = slugFromName(name);
  if (!(await isTaken(ctx, slug))) return slug;
  // Counting upwards would read as many rows as there are projects of this name.
  return `${slug}-${Math.random().toString(36).slice(2, 8).padEnd(6, "0")}`;
}

async function isTaken(ctx: MutationCtx, slug: string): Promise<boolean> {
  const other = await ctx.db
    .query("projects")
    .withIndex("by_slug", (q) => q.eq("slug", slug))
    .first();
  return other !== null;
}
