// The official CLI pushes an app with components: what it generates, what a push adds and removes, and what it refuses.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { type CliProject, makeCliProject } from "./cliProject";

const config = (uses: string) => `
import { defineApp } from "convex/server";
import boxes from "./boxes/convex.config";
const app = defineApp();
${uses}
export default app;
`;
const mounted = config(`app.use(boxes); app.use(boxes, { name: "spare" });`);

const boxes = {
  "boxes/convex.config.ts": `import { defineComponent } from "convex/server";\nexport default defineComponent("boxes");`,
  "boxes/lib.ts": `
import { internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
export const put = mutationGeneric({
  args: { what: v.string() },
  returns: v.id("boxes"),
  handler: (ctx, args) => ctx.db.insert("boxes", args),
});
export const count = queryGeneric({
  args: {},
  returns: v.number(),
  handler: async (ctx) => (await ctx.db.query("boxes").collect()).length,
});
export const secret = internalQueryGeneric({ args: {}, handler: () => "secret" });
`,
};

const boxesSchema = (of: string) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ boxes: defineTable({ what: ${of} }) });
`;

const app = `
import { componentsGeneric, createFunctionHandle, mutationGeneric, queryGeneric } from "convex/server";
const components = componentsGeneric();
export const put = mutationGeneric((ctx, { component, what }) => ctx.runMutation(components[component].lib.put, { what }));
export const count = queryGeneric((ctx, { component }) => ctx.runQuery(components[component].lib.count, {}));
export const handle = queryGeneric((ctx, { component }) => createFunctionHandle(components[component].lib.count));
export const byHandle = queryGeneric((ctx, { handle }) => ctx.runQuery(handle, {}));
`;

let engine: RunningEngine;
let project: CliProject;
beforeAll(async () => {
  engine = await startEngine({ contexts: "fresh" });
  const files = { "convex.config.ts": mounted, "app.ts": app, "boxes/schema.ts": boxesSchema("v.string()"), ...boxes };
  project = makeCliProject(engine, files);
  await deploy();
});
afterAll(async () => {
  await engine.kill();
  project.remove();
});

async function deploy(): Promise<void> {
  const { code, output } = await project.convex("deploy", "--yes", "--typecheck", "disable");
  if (code !== 0) throw new Error(output);
}

const client = () => new ConvexHttpClient(engine.socketUrl, { logger: false });
const query = (name: string, args = {}): Promise<unknown> => client().query(makeFunctionReference<"query">(name), args);
const put = (component: string, what: string): Promise<unknown> =>
  client().mutation(makeFunctionReference<"mutation">("app:put"), { component, what });
const count = (component: string) => query("app:count", { component });

it("codegen writes types of the public functions of components only", async () => {
  const { code } = await project.convex("codegen", "--typecheck", "disable");
  expect(code).toBe(0);
  expect(project.read("convex/_generated/api.d.ts")).toMatch(
    /export declare const components: \{\s+boxes: import\("\.\.\/boxes\/_generated\/component\.js"\)\.ComponentApi<"boxes">;\s+spare:/,
  );
  const offered = project.read("convex/boxes/_generated/component.ts");
  expect(offered).toMatch(
    /put: FunctionReference<\s*"mutation",\s*"internal",\s*\{ what: string \},\s*string,\s*Name\s*>/,
  );
  expect(offered).toContain("count:");
  expect(offered).not.toContain("secret");
});

it("run reaches the functions of a component by its path", async () => {
  const { code, output } = await project.convex("run", "--component", "spare", "lib:secret");
  expect(output).toContain("secret");
  expect(code).toBe(0);
});

it("a schema is checked against the documents of every instance, and the instance is named", async () => {
  await put("spare", "no number");
  project.write({ "boxes/schema.ts": boxesSchema("v.number()") });
  const { code, output } = await project.convex("deploy", "--yes", "--typecheck", "disable");
  project.write({ "boxes/schema.ts": boxesSchema("v.string()") });
  expect(output).toMatch(/in table "boxes"/);
  expect(output).toContain("spare");
  expect(code).toBe(1);
  await put("spare", "still text");
});

it("a component that is no longer used is not served, and has its data when it is used again", async () => {
  const before = await count("spare");
  const handle = await query("app:handle", { component: "spare" });
  const others = await query("app:handle", { component: "boxes" });
  project.write({ "convex.config.ts": config("app.use(boxes);") });
  await deploy();
  await expect(count("spare")).rejects.toThrow('Child component "spare" not found');
  await expect(query("app:byHandle", { handle })).rejects.toThrow("Function handle not found");
  expect(await query("app:handle", { component: "boxes" })).toBe(others);
  expect(await query("app:byHandle", { handle: others })).toBe(0);
  project.write({ "convex.config.ts": mounted });
  await deploy();
  expect(await count("spare")).toBe(before);
  expect(await query("app:byHandle", { handle })).toBe(before);
});
