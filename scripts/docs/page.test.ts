// The page of documentation is what its sources and the documents say, stays small, and its guides are whole.
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../settings";
import { guideSources, makeGuides, slug } from "./guides";
import { buildPage, moduleOf } from "./page";
import type { BuiltPage } from "./page";

/** A section of docs/api.md adds about 0.4 kB, a whole document about 2 kB. */
const maxKilobytes = 60;

let built: BuiltPage;

beforeAll(async () => {
  built = await buildPage();
});

describe("the page of documentation", () => {
  it("is committed as its sources say; `npm run codegen` writes it", async () => {
    await expect(moduleOf(built)).toMatchFileSnapshot("../../convex/docs/_generated/page.ts");
  });

  it(`weighs at most ${maxKilobytes} kB compressed, with all guides`, () => {
    const kilobytes = gzipSync(built.html, { level: 9 }).byteLength / 1000;
    console.log(`the page of documentation: ${kilobytes.toFixed(1)} kB`);
    expect(kilobytes).toBeGreaterThan(10);
    expect(kilobytes).toBeLessThanOrEqual(maxKilobytes);
  });

  it("has no placeholder left, and only the style and the script whose hashes the policy names", () => {
    expect(built.html).not.toMatch(/\{\{\w+\}\}|<!-- /);
    expect(built.html.split("<script").length - 1).toBe(1);
    expect(built.html).toContain(`<script>${built.script}</script>`);
    expect(built.html).toContain(`<style>${built.style}</style>`);
    expect(built.html).not.toMatch(/\sstyle=|\son\w+=/);
  });
});

describe("the guides", () => {
  it("have every section of docs/api.md, each once", () => {
    const text = readFileSync(path.join(rootDirectory, "docs/api.md"), "utf8");
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    const shown = guideSources.flatMap(({ parts }) =>
      parts.filter(({ document }) => document === "docs/api.md").map(({ heading }) => heading),
    );
    expect(new Set(shown)).toEqual(new Set(sections));
    expect(shown).toHaveLength(sections.length);
  });

  it("have no id twice, and every link within the page leads somewhere", () => {
    const ids = [...built.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    const links = [...built.html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((id) => id !== "" && id !== "reference" && !ids.includes(id))).toEqual([]);
  });

  it("turn links between documents into links on the page, also those to a heading", () => {
    const requests = makeGuides().find(({ id }) => id === "keys")?.html;
    expect(requests).toContain('<a href="#guides/writing-a-runner/credentials">runner.md</a>');
    expect(
      makeGuides()
        .map(({ html }) => html)
        .join(""),
    ).not.toMatch(/href="[^#"h]/);
  });

  it("name headings as code hosts do", () => {
    expect(slug("`acp`: agents that speak it")).toBe("acp-agents-that-speak-it");
  });
});
