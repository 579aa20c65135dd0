// docs/agents.md names each variable that the runner sets for agents, and each preset with its program and variables.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { presets } from "../../packages/runner/src/agents/acp/presets";
import { rootDirectory } from "../../scripts/settings";
import { read } from "./documents";

const runner = path.join(rootDirectory, "packages/runner/src");

/** The rows of the table whose first heading is this, each as its cells. `before` are tables with the same heading. */
function tableOf(heading: string, before = 0): string[][] {
  const lines = read("docs/agents.md").split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith(`| ${heading} `) ? [index] : []));
  const start = starts[before] ?? lines.length;
  const rest = lines.slice(start + 2);
  const rows = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function sourcesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(runner, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(path.join(runner, folder, file), "utf8")),
  );
}

it("lists the variables that agents get", () => {
  const sources = sourcesIn("agents", "conversations", "jobKinds");
  const set = sources.flatMap((text) => text.match(/\bSWITCHYARD_[A-Z_]+\b/g) ?? []);
  expect(set.length).toBeGreaterThan(12);
  const listed = tableOf("variable").map(([name = ""]) => name.replaceAll("`", ""));
  expect(listed.toSorted()).toEqual([...new Set(set)].toSorted());
});

it("lists the presets with their programs and the variables that they pass on", () => {
  const code = (text: string) => `\`${text}\``;
  const rows = Object.entries(presets).map(([name, { command, passed }]) => [
    code(name),
    code(command[0] ?? ""),
    passed.map(code).join(", "),
  ]);
  expect(tableOf("preset")).toEqual(rows);
});

it("lists what switches on the telemetry of a preset", () => {
  const rows = tableOf("preset", 1).map(([name = "", variables = ""]) => [
    name.replaceAll("`", ""),
    variables.match(/[A-Z_]{4,}/g),
  ]);
  const known = Object.entries(presets).flatMap(([name, { telemetry }]) =>
    telemetry === undefined ? [] : [[name, Object.keys(telemetry)]],
  );
  expect(rows).toEqual(known);
});
