import { convexTest } from "convex-test";
import { expect, it } from "vitest";
import schema from "../schema";
import { patchAndReturn } from "./patchAndReturn";

const modules = import.meta.glob(["/convex/**/*.*s", "!/convex/**/*.test.ts"]);

it("patchAndReturn returns the document as the database has it afterwards", async () => {
  const t = convexTest(schema, modules);
  // What t.run returns has lost its undefined fields.
  await t.run(async (ctx) => {
    const projectId = await ctx.db.insert("projects", { name: "Demo", slug: "demo", gitRepoUrl: null });
    const id = await ctx.db.insert("issues", {
      projectId,
      title: "Crash",
      description: "It crashes.",
      status: "open",
      priority: "low",
      searchText: "Crash",
      createdAtMs: 1,
      updatedAtMs: 1,
    });
    const issue = await ctx.db.get("issues", id);
    if (issue === null) throw new Error("The issue is gone.");
    const changes = { status: "resolved", resolvedAtMs: 2, description: undefined, runId: undefined } as const;
    const returned = await patchAndReturn(ctx, "issues", issue, changes);
    expect(returned).toStrictEqual(await ctx.db.get("issues", id));
    expect(returned).toMatchObject({ status: "resolved", resolvedAtMs: 2, title: "Crash" });
  });
});
