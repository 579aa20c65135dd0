// Builds the page of documentation: one HTML file with its style, its script and the guides, so that a deployment
// without static hosting can serve it. `npm run codegen` writes it into `convex/docs/_generated/page.ts`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { rootDirectory } from "../settings";
import { escaped, makeGuides } from "./guides";
import type { Guide } from "./guides";

const sources = path.join(rootDirectory, "web/docs");

export interface BuiltPage {
  html: string;
  script: string;
  style: string;
}

export async function buildPage(): Promise<BuiltPage> {
  const [script, style] = await Promise.all([bundle("main.ts"), bundle("style.css")]);
  const guides = makeGuides();
  const values = new Map([
    // The policy names the hashes of what is between these tags.
    ["<!-- style -->", `<style>${style}</style>`],
    ["<!-- script -->", `<script>${script}</script>`],
    ["<!-- guideLinks -->", guides.map(linkOf).join("\n")],
    ["<!-- guideCards -->", guides.map(cardOf).join("\n")],
    ["<!-- guides -->", guides.map(articleOf).join("\n")],
    ["{{icon}}", dataAddress(readFileSync(path.join(rootDirectory, "web/public/icon.svg"), "utf8"))],
  ]);
  const template = readFileSync(path.join(sources, "page.html"), "utf8").replaceAll(/^ +/gm, "");
  const html = template.replaceAll(/<!-- \w+ -->|\{\{\w+\}\}/g, (place) => values.get(place) ?? place);
  return { html, script, style };
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(sources, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    charset: "utf8",
    legalComments: "none",
    write: false,
    logLevel: "error",
  });
  return (outputFiles[0]?.text ?? "").trim();
}

function dataAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll(/\s+/g, " "))}`;
}

const linkOf = ({ id, title }: Guide): string => `<li><a href="#guides/${id}">${escaped(title)}</a></li>`;

const cardOf = ({ id, title, about }: Guide): string =>
  `<a class="card" href="#guides/${id}"><b>${escaped(title)}</b><span>${escaped(about)}</span></a>`;

const articleOf = ({ id, title, html }: Guide): string =>
  `<article class="guide" id="guides/${id}">\n<h1 tabindex="-1">${escaped(title)}</h1>\n${html}</article>`;

/** The module that the deployment serves. Each line of the page is a line of it, so that changes of guides merge. */
export function moduleOf({ html, script, style }: BuiltPage): string {
  return [
    "// Made by `npm run codegen` from web/docs and the documents of this repository. Do not edit.",
    "",
    "/** What the policy of the page allows: these texts alone, by their hashes. */",
    `export const hashes = { script: "${hashOf(script)}", style: "${hashOf(style)}" };`,
    "",
    "export const page = [",
    ...html.split("\n").map((line) => `  ${JSON.stringify(line)},`),
    '].join("\\n");',
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
