// The tables of docs/mcp.md say what the rows of the tools say.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { routeOf } from "../../convex/mcp/toolList";
import { tools } from "../../convex/mcp/tools";

const page = readFileSync("docs/mcp.md", "utf8");

describe("docs/mcp.md", () => {
  it("lists each tool with its title, endpoint and scope, in their order", async () => {
    const expected = await Promise.all(
      tools.map(async (tool) => {
        const { method, path, scope } = await routeOf(tool);
        return `| \`${tool.name}\` | ${tool.title} | \`${method} /api/v1${path}\` | \`${scope}\` |`;
      }),
    );
    const rows = page.split("\n").filter((line) => line.startsWith("| `") && line.includes("/api/v1/"));
    expect(rows.map((row) => row.replaceAll(/ +/g, " "))).toEqual(expected);
  });
});
