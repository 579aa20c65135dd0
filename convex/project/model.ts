import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError, invalid } from "../lib/errors";
import { unmaskedAddress } from "../lib/maskedAddress";
import { addMember } from "../members/model";
import { isSlug, maxNameLength, slugFromName, slugRule } from "./naming";
import { findAddressProblem } from "../lib/repositoryAddress";
import { maxGitRepoUrlLength } from "../lib/sharedValues";
import type { ProjectCreation, ProjectUpdate } from "./requests";

type Project = Doc<"projects">;

export interface NewProject {
  name: string;
  /** When it is undefined, the slug is built from the name. */
  slug: string | undefined;
  gitRepoUrl: string | undefined;
  ownerId: Id<"users">;
}

/** Throws VALIDATION, or CONFLICT when the wanted slug belongs to another project. */
export async function createProject(ctx: MutationCtx, project: NewProject): Promise<Id<"projects">> {
  const name = project.name.trim();
  if (name === "" || name.length > maxNameLength)
    throw invalid("name", `name must have 1 to ${maxNameLength} characters.`);
  if (project.gitRepoUrl === "" || (project.gitRepoUrl?.length ?? 0) > maxGitRepoUrlLength) {
    throw invalid("gitRepoUrl", `gitRepoUrl must have 1 to ${maxGitRepoUrlLength} characters.`);
  }
  const problem = project.gitRepoUrl === undefined ? null : findAddressProblem(project.gitRepoUrl);
  if (problem !== null) throw invalid("gitRepoUrl", `gitRepoUrl ${problem}.`);
  const gitRepoUrl = unmaskedAddress(project.gitRepoUrl, null) ?? null;
  const slug = project.slug === undefined ? await freeSlug(ctx, name) : await claimSlug(ctx, project.slug);
  const projectId = await ctx.db.insert("projects", { name, slug, gitRepoUrl });
  await addMember(ctx, { projectId, userId: project.ownerId, role: "owner" });
  return projectId;
}

const maxProjectsOfPerson = 100;

/** Makes a project for a person. Throws CONFLICT when they are in so many that no list would show it. */
export async function makeProject(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  { name, slug, gitRepoUrl }: ProjectCreation,
): Promise<Project> {
  const memberships = ctx.db.query("projectMembers").withIndex("by_user", (q) => q.eq("userId", ownerId));
  if ((await memberships.take(maxProjectsOfPerson)).length === maxProjectsOfPerson)
    throw apiError(
      "CONFLICT",
      `Nobody who is in ${maxProjectsOfPerson} projects can make another. Leave or delete one.`,
    );
  const projectId = await createProject(ctx, { name, slug, gitRepoUrl, ownerId });
  const project = await ctx.db.get("projects", projectId);
  if (project === null) throw new Error(`The project ${projectId} is not there after it was made.`);
  return project;
}

/** Returns the changed project. Throws CONFLICT when another project has the wanted slug. */
export async function updateProject(ctx: MutationCtx, project: Project, update: ProjectUpdate): Promise<Project> {
  const { name = project.name, slug = project.slug } = update;
  const { gitRepoUrl = project.gitRepoUrl } = { gitRepoUrl: unmaskedAddress(update.gitRepoUrl, project.gitRepoUrl) };
  if (slug !== project.slug) await claimSlug(ctx, slug);
  await ctx.db.patch("projects", project._id, { name, slug, gitRepoUrl });
  return { ...project, name, slug, gitRepoUrl };
}

async function claimSlug(ctx: MutationCtx, slug: string): Promise<string> {
  if (!isSlug(slug)) throw invalid("slug", `slug ${slugRule}.`);
  const holder = await projectWithSlug(ctx, slug);
  if (holder === null) return slug;
  // A restored project gets its slug back, so the slug stays taken.
  const deleted = holder.deletingAtMs === undefined ? "" : ", which is deleted and not removed yet";
  throw apiError("CONFLICT", `Another project${deleted} has the slug ${slug}.`);
}

async function freeSlug(ctx: MutationCtx, name: string): Promise<string> {
  const slug = slugFromName(name);
  if ((await projectWithSlug(ctx, slug)) === null) return slug;
  // Counting upwards would read a row for each project of this name.
  return `${slug}-${Math.random().toString(36).slice(2, 8).padEnd(6, "0")}`;
}

async function projectWithSlug(ctx: MutationCtx, slug: string): Promise<Project | null> {
  return await ctx.db
    .query("projects")
    .withIndex("by_slug", (q) => q.eq("slug", slug))
    .first();
}
