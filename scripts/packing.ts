// Packs the packages that people install, as the files that npm would publish.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

export type PackageName = "client" | "cli" | "runner";
export const packageNames: readonly PackageName[] = ["client", "cli", "runner"];

export interface Packed {
  name: string;
  version: string;
  /** The path of the file. */
  file: string;
  bytes: number;
}

/** Packs one package into the folder `into`, from which files of its other versions are removed. */
export function pack(folder: PackageName, into: string): Packed {
  const source = path.join(rootDirectory, "packages", folder);
  const { name, version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8")) as Packed;
  const base = name.replace("@", "").replace("/", "-");
  mkdirSync(into, { recursive: true });
  for (const file of readdirSync(into)) {
    if (file.startsWith(`${base}-`) && file.endsWith(".tgz")) rmSync(path.join(into, file));
  }
  staged(folder, source, (place) => {
    const args = ["pack", place, "--ignore-scripts", "--silent", "--pack-destination", path.resolve(into)];
    execFileSync("npm", args, { cwd: rootDirectory, stdio: ["ignore", "ignore", "inherit"] });
  });
  const file = path.join(into, `${base}-${version}.tgz`);
  return { name, version, file, bytes: statSync(file).size };
}

/** Builds a package in a folder of its own, so that two that are packed at once do not disturb each other. */
function staged(folder: PackageName, source: string, work: (place: string) => void): void {
  const build = path.join(rootDirectory, ".build");
  mkdirSync(build, { recursive: true });
  const place = mkdtempSync(path.join(build, `pack-${folder}-`));
  try {
    for (const file of ["package.json", "README.md", "bin"]) {
      const from = path.join(source, file);
      if (existsSync(from)) cpSync(from, path.join(place, file), { recursive: true });
    }
    cpSync(path.join(rootDirectory, "LICENSE"), path.join(place, "LICENSE"));
    execFileSync(process.execPath, [path.join(source, "build.mjs"), path.join(place, "dist")], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    work(place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
