import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../tests/support/command";
import { version } from "../convex/health/version";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-pack-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const packages = ["@switchyard/client", "@switchyard/cli", "switchyard-runner"];
const fileOf = (name: string) => `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;

it("packs each package with the version of the service, and says where it is and how large", async () => {
  const { code, stdout, stderr } = await runCommand("scripts/pack.ts", ["--to", folder], {});
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const said = packages.map((name) => {
    const kilobytes = Math.ceil(statSync(path.join(folder, fileOf(name))).size / 1000);
    return expect.stringMatching(new RegExp(`${fileOf(name)}  ${name} ${version}, ${kilobytes} kB$`));
  });
  expect(stdout.trim().split("\n")).toEqual(said);
}, 180_000);

it("leaves no other version of a package in the folder, and nothing else is removed", async () => {
  const others = ["notes.txt", "switchyard-runner-notes.txt", "switchyard-clients-0.0.1.tgz"];
  for (const name of ["switchyard-runner-0.0.1.tgz", "switchyard-client-0.0.1.tgz", ...others]) {
    writeFileSync(path.join(folder, name), "");
  }
  expect((await runCommand("scripts/pack.ts", ["--to", folder], {})).code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual([...others, ...packages.map(fileOf)].toSorted());
}, 180_000);

it("refuses a flag that it does not have, and packs nothing", async () => {
  const { code, stdout, stderr } = await runCommand("scripts/pack.ts", ["--into", folder], {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^Unknown option '--into'[^]*Usage: npm run pack/);
  expect(readdirSync(folder)).toEqual([]);
});
