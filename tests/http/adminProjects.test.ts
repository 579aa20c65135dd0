// The internal functions behind `npm run admin`.
import { createHash } from "node:crypto";
import { ConvexError } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { bearer, createKey, createProject } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const admin = internal.admin.projects;
const rawKey = /^svc_test_[0-9A-Za-z]{43}$/;

/** Returns the data of the ConvexError that `call` throws. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConvexError);
  return error instanceof ConvexError ? error.data : null;
}

async function projectOf(deployment: Deployment, apiKey: string) {
  const response = await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
  return (await response.json()).data;
}

describeEverywhere((deployment) => {
  describe("admin/projects:create", () => {
    it("makes a project, its owner and a key that works at once", async () => {
      const made = await deployment.action(admin.create, {
        name: "  Signal Box  ",
        slug: `signal-${Date.now()}-${Math.random().toString(36).slice(2)}`,
        gitRepoUrl: "https://example.com/signal.git",
        ownerEmail: "Ada@Example.com",
      });
      expect(made).toEqual({
        projectId: expect.stringMatching(/^proj_/),
        userId: expect.stringMatching(/^user_/),
        apiKey: expect.stringMatching(rawKey),
      });
      expect(await projectOf(deployment, made.apiKey)).toMatchObject({
        id: made.projectId,
        name: "Signal Box",
        slug: expect.stringMatching(/^signal-/),
        gitRepoUrl: "https://example.com/signal.git",
      });
    });

    it("recognises an owner's address in another case as the same user", async () => {
      const [first, second] = [
        await deployment.action(admin.create, { name: "A", ownerEmail: "grace@example.com" }),
        await deployment.action(admin.create, { name: "B", ownerEmail: " GRACE@example.COM " }),
      ];
      expect(second.userId).toBe(first.userId);
      expect(second.projectId).not.toBe(first.projectId);
    });

    it("gives projects of one name different slugs", async () => {
      const name = `Twin ${Math.random().toString(36).slice(2)}`;
      const [first, second] = [await createProject(deployment, name), await createProject(deployment, name)];
      const slugs = [await projectOf(deployment, first.apiKey), await projectOf(deployment, second.apiKey)];
      expect(slugs[0].slug).toMatch(/^twin-[0-9a-z]+$/);
      expect(slugs[1].slug).toMatch(new RegExp(`^${slugs[0].slug}-[0-9a-z]{6}$`));
    });

    it("refuses a slug that another project has, and makes nothing", async () => {
      const slug = `taken-${Math.random().toString(36).slice(2)}`;
      await deployment.action(admin.create, { name: "First", slug });
      const before = await deployment.query(admin.list, {});
      const refused = deployment.action(admin.create, { name: "Second", slug, ownerEmail: "new@example.com" });
      expect(await refusalOf(refused)).toMatchObject({ code: "CONFLICT" });
      expect(await deployment.query(admin.list, {})).toEqual(before);
    });

    it.each([
      ["name", { name: " " }],
      ["name", { name: "x".repeat(101) }],
      ["slug", { name: "A", slug: "Not A Slug" }],
      ["slug", { name: "A", slug: "" }],
      ["gitRepoUrl", { name: "A", gitRepoUrl: "" }],
      ["gitRepoUrl", { name: "A", gitRepoUrl: "./shop" }],
      ["ownerEmail", { name: "A", ownerEmail: "nobody" }],
    ])("refuses a bad %s: %j", async (field, project) => {
      expect(await refusalOf(deployment.action(admin.create, project))).toMatchObject({ code: "VALIDATION", field });
    });
  });

  describe("admin/projects:createKey", () => {
    it("makes a key for the project's owner with the scopes asked for, each once", async () => {
      const project = await createProject(deployment);
      const made = await createKey(deployment, project.projectId, ["runs:read", "project:read", "runs:read"]);
      expect(made).toEqual({
        keyId: expect.stringMatching(/^key_/),
        projectId: project.projectId,
        userId: project.userId,
        apiKey: expect.stringMatching(rawKey),
        prefix: made.apiKey.slice(0, "svc_test_".length + 8),
        scopes: ["runs:read", "project:read"],
      });
      expect(await projectOf(deployment, made.apiKey)).toMatchObject({ id: project.projectId });
    });

    it("makes a key with all scopes by default", async () => {
      const { projectId } = await createProject(deployment);
      expect(await deployment.action(admin.createKey, { projectId, name: "All" })).toMatchObject({ scopes: ["*"] });
    });

    it.each([[["runs:fly"]], [["runs"]], [[""]], [[]]])("refuses the scopes %j", async (scopes) => {
      const { projectId } = await createProject(deployment);
      expect(await refusalOf(createKey(deployment, projectId, scopes))).toMatchObject({
        code: "VALIDATION",
        field: "scopes",
      });
    });

    it("refuses an id that is malformed or another kind of thing's", async () => {
      const { projectId, userId } = await createProject(deployment);
      for (const id of ["", "proj_", "proj_nonsense", userId, projectId.replace("proj_", "run_")]) {
        expect(await refusalOf(createKey(deployment, id, ["*"]))).toMatchObject({ code: "NOT_FOUND" });
      }
    });
  });

  describe("admin/projects:revokeKey", () => {
    it("ends a key with the very next request and leaves the project's others alone", async () => {
      const project = await createProject(deployment);
      const { apiKey, keyId } = await createKey(deployment, project.projectId, ["*"]);
      expect(await projectOf(deployment, apiKey)).toMatchObject({ id: project.projectId });
      await deployment.mutation(admin.revokeKey, { keyId });
      await deployment.mutation(admin.revokeKey, { keyId });
      const refused = await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
      expect(refused.status).toBe(401);
      expect(await projectOf(deployment, project.apiKey)).toMatchObject({ id: project.projectId });
    });
  });

  describe("admin/projects:list", () => {
    it("has the newest first, without any key", async () => {
      const [older, newer] = [await createProject(deployment, "Older"), await createProject(deployment, "Newer")];
      const list = await deployment.query(admin.list, {});
      expect(list.hasMore).toBe(false);
      expect(list.projects.slice(0, 2)).toMatchObject([
        { id: newer.projectId, name: "Newer" },
        { id: older.projectId, name: "Older" },
      ]);
      // If a key deleted the project, the list shows only the part of the key that lists of keys show.
      expect(JSON.stringify(list)).not.toMatch(/svc_[a-z]+_\w{9}/);
    });
  });
});

describe("API keys at rest", () => {
  it("are a SHA-256 hash and the shown prefix: the key itself is in no document", async () => {
    const deployment = inProcess();
    const { projectId, apiKey } = await createProject(deployment);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 100 }).filter((name) => name.trim() !== ""),
        async (name) => {
          const made = await deployment.action(admin.createKey, { projectId, name });
          const documents = await deployment.documents();
          for (const key of [made.apiKey, apiKey]) {
            const hash = createHash("sha256").update(key).digest("hex");
            expect(documents["apiKeys"]).toContainEqual(expect.objectContaining({ hash, prefix: key.slice(0, 17) }));
            expect(JSON.stringify(documents)).not.toContain(key.slice(0, 18));
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
