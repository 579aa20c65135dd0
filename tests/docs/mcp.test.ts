// The table of docs/mcp.md is what the rows of the tools say. `npm run codegen` writes it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { routeOf } from "../../convex/mcp/toolRoute";
import { tools } from "../../convex/mcp/tools";
import { rootDirectory } from "../../scripts/settings";

const file = path.join(rootDirectory, "docs/mcp.md");
const head = ["tool", "what it does", "endpoint", "scope"];

/** As the formatter writes it: the cells of a column are equally wide. */
function tableOf(rows: readonly string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}

it("docs/mcp.md lists each tool with its title, endpoint and scope, in their order", async () => {
  const rows = await Promise.all(
    tools.map(async (tool) => {
      const { method, path: place, scope } = await routeOf(tool);
      return [`\`${tool.name}\``, tool.title, `\`${method} /api/v1${place}\``, `\`${scope}\``];
    }),
  );
  const page = readFileSync(file, "utf8");
  const table = /^\| tool +\|[^]*?\n(?=\n)/m;
  expect(page).toMatch(table);
  await expect(page.replace(table, () => tableOf(rows))).toMatchFileSnapshot(file);
});
