// `switchyard runs artifacts`: the files that a run has made for people to look at. Agents have chosen their names.
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { bold, join } from "../terminal/text";
import { runIdOf } from "./find";
import type { Artifact } from "./types";
import { ageText, limit, showList } from "./show";

/** As many as a run can have. */
const most = 200;

const list = command({
  name: "runs artifacts",
  about: "List the artifacts of a run, or download them",
  details: "With --out each file is written below that folder. A file that exists already is never overwritten.",
  arguments: { run: { about: "its number or id", known: "run" } },
  options: {
    out: { kind: "text", value: "folder", about: "download all of them to this folder" },
    limit: { ...limit, max: most, about: `how many at most (${most})` },
  },
  examples: [
    { line: "switchyard runs artifacts 1", about: "Their names, types and sizes" },
    { line: "switchyard runs artifacts 1 --out artifacts", about: "Download them to the folder artifacts" },
  ],
  run: async (context, { args, options }) => {
    const id = await runIdOf(context, args.run);
    const items = context.client().runs.artifacts({ id }, { signal: context.signal });
    if (options.out !== undefined) return await download(context, items, { folder: options.out, limit: options.limit });
    await showList(context, {
      items,
      limit: options.limit ?? most,
      columns: [
        { title: "NAME", of: ({ name }) => bold(name) },
        { title: "TYPE", of: ({ mediaType }) => mediaType },
        { title: "BYTES", of: ({ size }) => String(size), isWhole: true },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "The run has no artifacts.",
    });
  },
});

async function download(
  context: Context,
  items: AsyncIterable<Artifact>,
  { folder, limit: count = most }: { folder: string; limit: number | undefined },
): Promise<void> {
  const { terminal, isJson } = context;
  const artifacts: Artifact[] = [];
  for await (const artifact of items) if (artifacts.push(artifact) === count) break;
  const used = new Set<string>();
  for (const artifact of artifacts) {
    const bytes = await context.client().artifacts.content({ id: artifact.id }, { signal: context.signal });
    if (createHash("sha256").update(bytes).digest("hex") !== artifact.sha256) {
      throw new Failure("unavailable", `The bytes of ${artifact.name} are not those that were uploaded.`);
    }
    const file = writeBelow(folder, placeOf(artifact, used), bytes);
    if (isJson) terminal.json({ ...artifact, file });
    else terminal.print(join(bold(artifact.name), ` is in ${file}`));
  }
  if (artifacts.length === 0 && !isJson) terminal.note("The run has no artifacts.");
}

/** Several steps may have an artifact of one name. The newest has the name, the others a folder of their step. */
function placeOf({ id, name, stepId }: Artifact, used: Set<string>): string {
  const places = [name, `${stepId ?? "run"}/${name}`, `${id}/${name}`];
  const place = places.find((one) => !used.has(one)) ?? id;
  used.add(place);
  return place;
}

/** The service refuses such names; a file must not leave the folder even if it does not. Nothing is overwritten. */
function writeBelow(folder: string, name: string, bytes: Uint8Array): string {
  const parts = name.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || parts.some((part) => /[\0:]/.test(part))) {
    throw new Failure("refused", `The name ${name} is not one of a file in a folder.`);
  }
  const file = path.join(folder, ...parts);
  try {
    mkdirSync(folder, { recursive: true });
    const root = realpathSync(folder);
    makeFolders(root, parts.slice(0, -1));
    writeFileSync(path.join(root, ...parts), bytes, { flag: "wx" });
    return file;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("usage", `The file ${file} cannot be written: ${error instanceof Error ? error.message : ""}`);
  }
}

/** A folder that is a link leads elsewhere. */
function makeFolders(root: string, parts: readonly string[]): void {
  let place = root;
  for (const part of parts) {
    place = path.join(place, part);
    mkdirSync(place, { recursive: true });
    if (realpathSync(place) !== place) throw new Failure("refused", `The folder ${place} is a link.`);
  }
}

export const artifacts = [list];
