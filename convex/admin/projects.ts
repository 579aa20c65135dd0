// The commands of administrators about projects and keys. They do not use REST, where every request needs a project's
// key. Run by `npm run admin -- <command>` or `npx convex run admin/projects:create '{"name":"Demo"}'`.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "../lib/errors";
import { revokeKey as endKey } from "../apiKeys/revocation";
import { createKey as insertKey } from "../apiKeys/model";
import { isScope } from "../callers/scopes";
import { makeKeySecret } from "../apiKeys/secret";
import { documentId, notFound, publicId } from "../lib/publicIds";
import { isoTimeOrNull } from "../lib/times";
import { restoreProject } from "../project/deletion";
import { createProject } from "../project/model";
import { getAnyProject } from "../lib/getDocument";
import { presentProject } from "../project/present";
import type { ProjectView } from "../project/present";
import type { DeletedBy } from "../project/schema";
import { ensureUser } from "../users/model";

/** The owner of projects that are made without naming an owner: the person who runs the deployment. */
const operatorEmail = "owner@localhost";
const maxListLength = 1000;

const projectFields = {
  name: v.string(),
  slug: v.optional(v.string()),
  gitRepoUrl: v.optional(v.string()),
  ownerEmail: v.optional(v.string()),
};
const keyFields = { projectId: v.string(), name: v.string(), scopes: v.optional(v.array(v.string())) };
const keyDigest = v.object({ hash: v.string(), prefix: v.string() });

interface CreatedProject {
  projectId: string;
  userId: string;
}

interface CreatedKey {
  keyId: string;
  projectId: string;
  userId: string;
  prefix: string;
  scopes: string[];
}

/** Makes a project, its owner and a key with all scopes. Only the answer contains the key. */
export const create = internalAction({
  args: projectFields,
  handler: async (ctx, project): Promise<CreatedProject & { apiKey: string }> => {
    const { raw, ...key } = await makeKeySecret();
    const created: CreatedProject = await ctx.runMutation(internal.admin.projects.store, { project, key });
    return { ...created, apiKey: raw };
  },
});

export const store = internalMutation({
  args: { project: v.object(projectFields), key: keyDigest },
  handler: async (ctx, { project, key }): Promise<CreatedProject> => {
    const userId = await ensureUser(ctx, project.ownerEmail ?? operatorEmail, "ownerEmail");
    const { name, slug, gitRepoUrl } = project;
    const projectId = await createProject(ctx, { name, slug, gitRepoUrl, ownerId: userId });
    await insertKey(ctx, { ...key, projectId, userId, name: "Administrator", scopes: ["*"] });
    return { projectId: publicId("projects", projectId), userId: publicId("users", userId) };
  },
});

/** Makes another key for the project's first owner. Without `scopes` it has all of them. */
export const createKey = internalAction({
  args: keyFields,
  handler: async (ctx, request): Promise<CreatedKey & { apiKey: string }> => {
    const { raw, ...key } = await makeKeySecret();
    const created: CreatedKey = await ctx.runMutation(internal.admin.projects.storeKey, { request, key });
    return { ...created, apiKey: raw };
  },
});

export const storeKey = internalMutation({
  args: { request: v.object(keyFields), key: keyDigest },
  handler: async (ctx, { request, key }): Promise<CreatedKey> => {
    const name = request.name.trim();
    if (name === "" || name.length > 100) throw invalid("name", "name must have 1 to 100 characters.");
    const scopes = checkedScopes(request.scopes ?? ["*"]);
    const { _id: projectId } = await getAnyProject(ctx, request.projectId);
    const userId = await firstOwner(ctx, projectId);
    const keyId = await insertKey(ctx, { ...key, projectId, userId, name, scopes });
    return {
      keyId: publicId("apiKeys", keyId),
      projectId: request.projectId,
      userId: publicId("users", userId),
      prefix: key.prefix,
      scopes,
    };
  },
});

function checkedScopes(asked: string[]): string[] {
  const unknown = asked.find((scope) => !isScope(scope));
  if (unknown !== undefined) throw invalid("scopes", `There is no scope ${unknown}.`);
  if (asked.length === 0) throw invalid("scopes", "scopes must name at least one scope.");
  return [...new Set(asked)];
}

async function firstOwner(ctx: MutationCtx, projectId: Id<"projects">): Promise<Id<"users">> {
  const owner = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_role", (q) => q.eq("projectId", projectId).eq("role", "owner"))
    .first();
  if (owner === null) throw notFound("projects", publicId("projects", projectId));
  return owner.userId;
}

/** Revokes a key that has leaked, even when it is the last one of its project. */
export const revokeKey = internalMutation({
  args: { keyId: v.string() },
  handler: async (ctx, { keyId }): Promise<null> => {
    const key = await ctx.db.get("apiKeys", documentId(ctx, "apiKeys", keyId));
    if (key === null) throw notFound("apiKeys", keyId);
    await endKey(ctx, key);
    return null;
  },
});

/** Restores a project; revoked keys stay revoked. Without a member left, the user with `ownerEmail` becomes owner. */
export const restore = internalMutation({
  args: { projectId: v.string(), ownerEmail: v.optional(v.string()) },
  handler: async (ctx, { projectId, ownerEmail = operatorEmail }): Promise<ProjectView> => {
    const id = documentId(ctx, "projects", projectId);
    const project = await ctx.db.get("projects", id);
    if (project === null) throw notFound("projects", projectId);
    await restoreProject(ctx, project, () => ensureUser(ctx, ownerEmail, "ownerEmail"));
    return presentProject(project);
  },
});

/** A project as administrators see it. While its status is `deleting`, it can be restored until `restorableUntil`. */
interface AdministeredProject extends ProjectView {
  status: "active" | "deleting";
  deletedAt: string | null;
  deletedBy: DeletedBy | null;
  restorableUntil: string | null;
}

function presentAdministered(project: Doc<"projects">): AdministeredProject {
  const { deletingAtMs, deletedBy = null, restorableUntilMs } = project;
  return {
    ...presentProject(project),
    status: deletingAtMs === undefined ? "active" : "deleting",
    deletedAt: isoTimeOrNull(deletingAtMs),
    deletedBy,
    restorableUntil: isoTimeOrNull(restorableUntilMs),
  };
}

export const list = internalQuery({
  args: {},
  handler: async (ctx): Promise<{ projects: AdministeredProject[]; hasMore: boolean }> => {
    const projects = await ctx.db
      .query("projects")
      .order("desc")
      .take(maxListLength + 1);
    const shown = projects.slice(0, maxListLength).map(presentAdministered);
    return { projects: shown, hasMore: projects.length > maxListLength };
  },
});
