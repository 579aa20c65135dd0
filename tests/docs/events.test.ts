// docs/events.md lists every event of a run with the fields of its data, as convex/runEvents/eventTypes.ts has them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";

const read = (file: string) => readFileSync(path.join(rootDirectory, file), "utf8");

it("docs/events.md lists every type of event, with the fields of its data", () => {
  const types = read("convex/runEvents/eventTypes.ts").matchAll(/^ {2}\| \{\s+type: "([\w.]+)"([^}]*)\};?$/gm);
  const inCode = [...types].map(([, type, fields = ""]): [string | undefined, string[]] => [
    type,
    [...fields.matchAll(/;\s+(\w+)(\??):/g)].map(([, name = "", mark = ""]) => name + mark),
  ]);
  const [, table = ""] = /^\| `type` [^\n]*\n([^]*?)^$/m.exec(read("docs/events.md")) ?? [];
  const rows = table.matchAll(/^\| `([a-z]+(?:\.[a-z]+)?)` +\| ([^|]*)\|[^|]*\|$/gm);
  const inDocument = [...rows].map(([, type, fields = ""]): [string | undefined, string[]] => [
    type,
    [...fields.matchAll(/`(\w+\??)`/g)].map(([, name = ""]) => name),
  ]);
  expect(inCode.length).toBeGreaterThan(10);
  expect(new Map(inDocument)).toEqual(new Map(inCode));
});
