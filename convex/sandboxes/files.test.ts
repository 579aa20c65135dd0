import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOf, normalizePath, rowsOfFiles } from "./files";

describe("plainPath", () => {
  it.each([
    ["src/app.ts", "src/app.ts"],
    ["./src//app.ts/", "src/app.ts"],
    ["/src/./app.ts", "src/app.ts"],
    ["", ""],
    ["/", ""],
    ["..hidden/...", "..hidden/..."],
    ["src/../app.ts", null],
  ])("of %j is %j", (path, plain) => {
    expect(normalizePath(path)).toBe(plain);
  });
});

const segment = fc.constantFrom("a", "b", "c.ts", "d e");
const paths = fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/")));

describe("rowsOfFiles", () => {
  it("makes one row for each file and each folder on its path", () => {
    const rows = rowsOfFiles([{ path: "b/c/d.ts", size: 1 }, { path: "a.ts", content: "" }, { path: "b/a.ts" }]);
    expect(rows).toEqual([
      { folder: "", path: "a.ts", kind: "file", content: "" },
      { folder: "", path: "b", kind: "folder" },
      { folder: "b", path: "b/a.ts", kind: "file" },
      { folder: "b", path: "b/c", kind: "folder" },
      { folder: "b/c", path: "b/c/d.ts", kind: "file", size: 1 },
    ]);
  });

  const isBoth = (paths: string[]) => paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)));
  const rowsOf = (paths: string[]) => rowsOfFiles(paths.map((path) => ({ path })));

  it("leads from the root to every file", () => {
    fc.assert(
      fc.property(paths, (paths) => {
        fc.pre(!isBoth(paths));
        const rows = rowsOf(paths);
        const below = (folder: string): string[] =>
          rows
            .filter((row) => row.folder === folder)
            .flatMap((row) => (row.kind === "file" ? [row.path] : below(row.path)));
        expect(below("").toSorted()).toEqual(paths.toSorted());
        expect(rows.every(({ folder, path }) => path === (folder === "" ? "" : `${folder}/`) + nameOf(path))).toBe(
          true,
        );
      }),
    );
  });

  it("refuses a path that is both a file and a folder, in any order", () => {
    fc.assert(
      fc.property(paths, (paths) => {
        fc.pre(isBoth(paths));
        expect(() => rowsOf(paths)).toThrow("files.");
      }),
    );
  });

  it("refuses more than a transaction can write", () => {
    const files = Array.from({ length: 8001 }, (_, index) => ({ path: `${index}` }));
    expect(() => rowsOfFiles(files)).toThrow("8000");
    expect(rowsOfFiles(files.slice(1))).toHaveLength(8000);
  });
});
