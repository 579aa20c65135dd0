import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "./settings";

interface Locked {
  integrity?: string;
  link?: boolean;
}

function lockedPackages(): [string, Locked][] {
  const { packages } = JSON.parse(readFileSync(path.join(rootDirectory, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages).filter(([place, { link }]) => place.includes("node_modules/") && link !== true);
}

it("the lock file says what every package contains, for all platforms", () => {
  const locked = lockedPackages();
  expect(locked.length).toBeGreaterThan(400);
  const unchecked = locked.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(unchecked.map(([place]) => place)).toEqual([]);
});
