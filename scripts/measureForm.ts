// `npm run measure:form` prints how large the product is, which folders import one another in a circle, also in the
// dashboard and in the runner, how the engine's application is laid out, which of the engine's classes are the longest,
// and how many files somebody edits by hand for the endpoint and for the field of convex/README.md. With `--base REV`
// it also prints the figures of that commit, to compare them. With `--at REV` it measures that commit instead of the
// files as they are: the product grows with what it can do, so a change of its form is only seen between the commits
// before and after that change.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { classSizes } from "./classSizes";
import { pairsOfEqualLines } from "./equalLines";
import { asksForHelp } from "./help";
import { arrowsBetween, circles, folderOfProduct } from "./importGraph";
import type { Arrow, Source } from "./importGraph";
import { editedFiles, exampleOf } from "./readmePieces";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run measure:form -- [--base REV] [--at REV]
Prints the size of the product, the circles of folders, the layout of the engine's application, the longest classes of
the engine, and the files that an endpoint and a field take; with --base beside those of that commit, and with --at as
they were at that commit.`;

function main(): void {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const { base, at } = parseArgs({ options: { base: { type: "string" }, at: { type: "string" } } }).values;
  const measured = measure(at === undefined ? sourcesOfTree() : sourcesAt(at));
  const rows = [...measured, ...(at === undefined ? examples() : [])];
  if (base === undefined) return print(rows);
  const before = new Map(measure(sourcesAt(base)));
  print(rows.map(([title, value]) => [title, before.get(title) ?? "", value]));
}

function measure(sources: Source[]): [title: string, value: string][] {
  const product = sources.filter(({ file }) => file.startsWith("convex/"));
  const lines = product.map(lineCount).toSorted((a, b) => a - b);
  const folders = circles(arrowsBetween(product, folderOfProduct, "values"));
  const application = sources.filter(({ file }) => file.startsWith("engine/application/"));
  const rooms = new Set(application.map(roomOfApplication));
  const arrows = arrowsBetween(application, roomOfApplication, "all");
  const knots = circles(arrows);
  return [
    ...measuredFolders.flatMap((folder) => sizeOf(folder, sources)),
    ["lines of code in all", String(sources.reduce((sum, source) => sum + codeLineCount(source), 0))],
    ["files in convex/ of at most 15 lines", String(lines.filter((count) => count <= 15).length)],
    ["  median lines", String(lines[Math.floor(lines.length / 2)] ?? 0)],
    ["folders of convex/ in circles", described(folders)],
    ["folders of web/src in circles", circlesIn("web/src/", sources)],
    ["folders of packages/runner/src in circles", circlesIn("packages/runner/src/", sources)],
    ["rooms of engine/application", String(rooms.size)],
    ["arrows between them", String(arrows.length)],
    ["  in circles", knots.map((circle) => circle.join(" ")).join("; ") || "none"],
    ["engine/application", standing(application, arrows, knots)],
    ["longest classes of engine/", longestClasses(sources.filter(({ file }) => file.startsWith("engine/")))],
  ];
}

/** The proof newEndpointAndField executes these examples, and finds that no other file must be edited. */
function examples(): [title: string, value: string][] {
  return ["endpoint", "field"].map((thing) => {
    const files = editedFiles(exampleOf(`Adding an? ${thing}`));
    return [`files edited by hand for the ${thing} of the README`, `${files.length} (${files.join(" ")})`];
  });
}

/** The size of a part, and how often it says the same. */
function sizeOf(folder: string, sources: Source[]): [title: string, value: string][] {
  const part = sources.filter(({ file }) => file.startsWith(`${folder}/`));
  const sum = (count: (source: Source) => number) => String(part.reduce((total, source) => total + count(source), 0));
  return [
    [`files in ${folder}`, String(part.length)],
    [`  lines in ${folder}`, sum(lineCount)],
    [`  lines of code in ${folder}`, sum(codeLineCount)],
    [`  pairs of places in ${folder} that share six lines`, String(pairsOfEqualLines(part))],
  ];
}

function longestClasses(sources: Source[]): string {
  const longest = classSizes(sources).slice(0, 3);
  return longest.map(({ name, lines }) => `${name} ${lines}`).join(", ");
}

/** Also imports of types count, which hold folders together as much as the others do. */
function circlesIn(tree: string, sources: Source[]): string {
  const below = sources.filter(({ file }) => file.startsWith(tree) && file.includes("/", tree.length));
  const folderOf = ({ file }: Pick<Source, "file">) => file.slice(tree.length).split("/")[0] ?? file;
  return described(circles(arrowsBetween(below, folderOf, "all")));
}

function described(found: string[][]): string {
  return found.map((circle) => `${circle.length} (${circle.join(" ")})`).join("; ") || "none";
}

/** Lines that are neither empty nor a comment: comments that became longer and plainer are not more code. */
function codeLineCount({ text }: Source): number {
  return text.split("\n").filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

/**
 * Describes the engine's application. Rooms that are in no circle can be put in an order in which all imports lead
 * down; the linter checks that order. Only arrows within circles lead up.
 */
function standing(application: Source[], arrows: Arrow[], knots: string[][]): string {
  const users = application.filter(({ text }) => /\(\) => Services\b/.test(text)).length;
  const up = arrows.filter(({ from, to }) => knots.some((circle) => circle.includes(from) && circle.includes(to)));
  const located = users === 0 ? "without a locator" : `with a locator in ${users} files`;
  return `${located} and ${up.length === 0 ? "without an arrow up" : `with ${up.length} arrows in circles`}`;
}

const measuredFolders = ["convex", "engine", "web/src", "packages/runner/src"];

function sourcesOfTree(): Source[] {
  const files = git(["ls-files", "--cached", "--others", "--exclude-standard", ...measuredFolders]);
  return sourceFiles(files).map((file) => ({ file, text: readFileSync(path.join(rootDirectory, file), "utf8") }));
}

function sourcesAt(revision: string): Source[] {
  const files = git(["ls-tree", "-r", "--name-only", revision, ...measuredFolders]);
  return sourceFiles(files).map((file) => ({ file, text: git(["show", `${revision}:${file}`]) }));
}

function sourceFiles(listed: string): string[] {
  return listed.split("\n").filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|_generated/.test(file));
}

function git(args: string[]): string {
  return execFileSync("git", args, { cwd: rootDirectory, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

function lineCount({ text }: Source): number {
  return text.split("\n").length - 1;
}

function roomOfApplication({ file }: Pick<Source, "file">): string {
  return (file.split("/")[2] ?? file).replace(/\.ts$/, "");
}

function print(rows: string[][]): void {
  const widths = [0, 1].map((column) => Math.min(60, Math.max(...rows.map((row) => row[column]?.length ?? 0))));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

main();
