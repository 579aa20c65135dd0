// The engine's README lists the differences of the semantics suite by reason. This test compares the list with the
// suite.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { differences } from "./differences";

const header = ["cases that differ", "why"];

/** Returns one row for each reason, with the number of cases in each part of the suite. */
function rowsByReason(): string[][] {
  const reasons = [...new Set(differences.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const group = differences.filter((difference) => difference.reason === reason);
    const titles = [...new Set(group.map(({ title }) => title))];
    const parts = titles.map((title) => title.slice(0, title.indexOf(":")));
    const counts = [...new Set(parts)].map((part) => `${part} ${parts.filter((other) => other === part).length}`);
    return [counts.join(", "), reason];
  });
}

/** Returns the cells of the table with this header. */
function tableOf(markdown: string): string[][] {
  const lines = markdown.split("\n").map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const start = lines.findIndex((cells) => cells.join() === header.join());
  const rest = lines.slice(start + 2);
  return rest.slice(
    0,
    rest.findIndex((cells) => cells.length === 0),
  );
}

it("the engine's README lists every reason for which the subjects of the semantics suite differ", () => {
  const readme = readFileSync(path.join(rootDirectory, "engine/README.md"), "utf8");
  expect(tableOf(readme)).toStrictEqual(rowsByReason());
});
