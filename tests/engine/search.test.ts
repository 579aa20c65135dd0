// Search indexes of a deployment: over a crash, and when the official CLI adds, changes and removes them.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { makeCliProject } from "./cliProject";
import type { CliProject } from "./cliProject";
import { testApp } from "./testApp";

interface Note {
  label: string;
}

const insertMany = makeFunctionReference<"mutation", { table: string; values: object[] }>("documents:insertMany");
const collect = makeFunctionReference<"query", { read: object }, Note[]>("reads:collect");
const labels = (notes: Note[]) => notes.map(({ label }) => label).toSorted();

it(
  "an engine that is killed while it writes finds exactly the documents that it has",
  { timeout: 60_000 },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-search-"));
    const search = { index: "search_text", field: "text", text: "word", filters: [{ field: "group", value: "a" }] };
    const acknowledged: string[] = [];
    const killed = await startEngine({ appDir: testApp, dataDir });
    const writer = new ConvexHttpClient(killed.socketUrl, { logger: false });
    const write = async (client: number): Promise<void> => {
      for (let at = 0; ; at += 1) {
        const label = `${client}/${at}`;
        const values = [{ label, text: `word ${label}`, group: "a" }];
        await writer.mutation(insertMany, { table: "notes", values }, { skipQueue: true });
        acknowledged.push(label);
      }
    };
    const writing = [0, 1, 2].map(async (client) => await write(client).catch(() => undefined));
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(60);
    await killed.kill();
    await Promise.all(writing);

    const engine = await startEngine({ dataDir });
    const reader = new ConvexHttpClient(engine.socketUrl, { logger: false });
    const found = labels(await reader.query(collect, { read: { table: "notes", search } }));
    expect(found).toEqual(labels(await reader.query(collect, { read: { table: "notes" } })));
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

describe("npx convex deploy", () => {
  let engine: RunningEngine;
  let project: CliProject;
  beforeAll(async () => {
    engine = await startEngine();
    project = makeCliProject(engine, { "schema.ts": schemaWith(""), "notes.ts": notes });
  }, 60_000);
  afterAll(async () => {
    project.remove();
    await engine.stop();
  });

  const deploy = async (schema: string) => {
    project.write({ "schema.ts": schema });
    return await project.convex("deploy", "--yes", "--typecheck", "disable");
  };
  const find = async (text: string) =>
    await new ConvexHttpClient(engine.socketUrl, { logger: false }).query(
      makeFunctionReference<"query", { text: string }, string[]>("notes:find"),
      { text },
    );

  it(
    "fills a new index with what there is, says so, fills a changed one again, and drops it",
    { timeout: 120_000 },
    async () => {
      await deploy(schemaWith(""));
      const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
      await client.mutation(makeFunctionReference<"mutation">("notes:add"), { title: "red", body: "blue" });
      await expect(find("red")).rejects.toThrow("Index notes.words not found");

      const made = await deploy(schemaWith(`.searchIndex("words", { searchField: "title" })`));
      expect(made.output).toMatch(/\[\+\].*notes\.words.*\(text\).*title/);
      expect(made.code).toBe(0);
      expect([await find("red"), await find("blue")]).toEqual([["red"], []]);

      project.write({ "notes.ts": notes.replaceAll(`search("title"`, `search("body"`) });
      expect(
        (await deploy(schemaWith(`.searchIndex("words", { searchField: "body", filterFields: ["title"] })`))).code,
      ).toBe(0);
      expect([await find("red"), await find("blue")]).toEqual([[], ["red"]]);

      const dropped = await deploy(schemaWith(""));
      expect(dropped.output).toMatch(/\[-\].*notes\.words/);
      await expect(find("blue")).rejects.toThrow("Index notes.words not found");
    },
  );
});

function schemaWith(indexes: string): string {
  return `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ title: v.any(), body: v.string() })${indexes} });`;
}

const notes = `import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const add = mutation({ handler: async (ctx, args) => { await ctx.db.insert("notes", args); } });
export const find = query({
  handler: async (ctx, { text }) => {
    const found = await ctx.db.query("notes").withSearchIndex("words", (q) => q.search("title", text)).collect();
    return found.map(({ title }) => title);
  },
});`;
