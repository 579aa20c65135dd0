import { convexTest } from "convex-test";
import { expect, it } from "vitest";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import schema from "../schema";
import { createRun } from "./creation";
import { addFirstCompletion, hasCompletedRun } from "./firstCompletion";

const modules = import.meta.glob(["../**/*.*s", "!../**/*.test.ts"]);

/** A project of a version that did not note first completions, with one run. */
async function makeProject(ctx: MutationCtx, status: "completed" | "failed"): Promise<Id<"projects">> {
  const projectId = await ctx.db.insert("projects", { name: status, slug: status, gitRepoUrl: null });
  const workflowId = await ctx.db.insert("workflows", {
    projectId,
    name: "Build",
    steps: [],
    isEnabled: true,
    updatedAtMs: 1,
  });
  const [project, workflow] = [await ctx.db.get("projects", projectId), await ctx.db.get("workflows", workflowId)];
  if (project === null || workflow === null) throw new Error("The rows were not stored.");
  const run = await createRun(ctx, project, { workflow, prompt: "Build it.", source: "api", startedBy: systemActor });
  await ctx.db.patch("runs", run._id, { status, completedAtMs: 5 });
  return projectId;
}

it("an older project with a completed run has one before and after the migration, which notes its time", async () => {
  const t = convexTest(schema, modules);
  await t.run(async (ctx) => {
    const ids = [await makeProject(ctx, "completed"), await makeProject(ctx, "failed")];
    for (let time = 0; time < 2; time++) {
      const projects = await Promise.all(ids.map((id) => ctx.db.get("projects", id)));
      const known = projects.filter((project) => project !== null);
      expect(await Promise.all(known.map((project) => hasCompletedRun(ctx, project)))).toEqual([true, false]);
      for (const project of known) await addFirstCompletion(ctx, project);
    }
    const noted = await Promise.all(ids.map((id) => ctx.db.get("projects", id)));
    expect(noted.map((project) => project?.firstCompletionAtMs)).toEqual([5, undefined]);
  });
});
