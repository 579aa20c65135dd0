import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PermissionPolicy, ToolKind } from "./permissions";
import { decidePermission, locateInWorktree } from "./permissions";

let folder: string;
let worktree: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "switchyard-permissions-")));
  worktree = path.join(folder, "worktree");
  mkdirSync(path.join(worktree, "src"), { recursive: true });
  mkdirSync(path.join(folder, "elsewhere", "deep"), { recursive: true });
  writeFileSync(path.join(worktree, "src", "a.ts"), "");
  symlinkSync("src", path.join(worktree, "inner"));
  symlinkSync(path.join(folder, "elsewhere", "deep"), path.join(worktree, "outer"));
  symlinkSync(path.join(folder, "missing"), path.join(worktree, "dangling"));
  symlinkSync(worktree, path.join(folder, "alias"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a file is in the worktree", () => {
  it.each(["src/a.ts", "./src/../src/a.ts", "inner/a.ts", "new/deep/b.ts", ".", ".gitignore", "src/.github/x"])(
    "as %s",
    async (place) => {
      expect(await locateInWorktree(worktree, place)).toMatchObject({ root: worktree });
      expect(await locateInWorktree(worktree, path.join(worktree, place))).not.toBeNull();
    },
  );

  it("also by another name of the worktree", async () => {
    const inside = { root: worktree, name: "src/a.ts" };
    expect(await locateInWorktree(path.join(folder, "alias"), "src/a.ts")).toEqual(inside);
    expect(await locateInWorktree(worktree, path.join(folder, "alias/src/a.ts"))).toEqual(inside);
  });
});

describe("a file is not in the worktree", () => {
  it.each([
    "..",
    "../worktree2/a",
    "src/../../elsewhere/a",
    "/etc/passwd",
    "outer/a.ts",
    "new/../outer/a.ts",
    "dangling",
    ".git",
    ".git/hooks/pre-commit",
    "src/.GIT/config",
  ])("as %s", async (place) => {
    expect(await locateInWorktree(worktree, place)).toBeNull();
  });

  it("where `..` follows a link, as the system reads it", async () => {
    // As text, this is the worktree itself.
    expect(await locateInWorktree(worktree, `outer/../src/a.ts`)).toBeNull();
    expect(await locateInWorktree(worktree, `${worktree}/outer/../../worktree/src/a.ts`)).not.toBeNull();
  });
});

describe("a policy", () => {
  const policy = (mode: PermissionPolicy["mode"], ...alsoAllow: ToolKind[]): PermissionPolicy => ({ mode, alsoAllow });
  const request = (toolKind: ToolKind, ...paths: string[]) => ({ toolKind, paths });

  it.each([
    ["allow", policy("allow-in-worktree"), request("edit", "src/a.ts")],
    ["allow", policy("allow-in-worktree"), request("delete", "src/a.ts", "new.ts")],
    ["ask", policy("allow-in-worktree"), request("edit", "src/a.ts", "../b")],
    ["ask", policy("allow-in-worktree"), request("edit")],
    ["ask", policy("allow-in-worktree"), request("execute", "src/a.ts")],
    ["allow", policy("allow-in-worktree", "execute"), request("execute")],
    ["ask", policy("allow-in-worktree", "execute"), request("fetch")],
    ["ask", policy("ask", "execute"), request("execute")],
    ["deny", policy("deny", "execute"), request("edit", "src/a.ts")],
  ] as const)("says %s for %j and %j", async (decision, given, asked) => {
    expect(await decidePermission(given, worktree, asked)).toBe(decision);
  });
});
