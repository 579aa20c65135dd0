// The secrets of a deployment are made once. A file that holds something else is refused, because anybody could guess
// an empty secret.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentKey } from "./deployment/environmentCipher";
import { adminKeyOf } from "./identity/access";
import { signInKey } from "./identity/developmentProvider";
import { readOrCreateSecret, type SecretKind } from "../persistence/secretFile";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "switchyard-secret-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const kinds: [name: string, kind: SecretKind][] = [
  ["admin-key", adminKeyOf("embedded")],
  ["environment-key", environmentKey],
  ["sign-in-key", signInKey],
];

it.each(kinds)("%s is made once and kept", (name, kind) => {
  const file = path.join(folder, name);
  const secret = readOrCreateSecret(file, kind);
  expect(readOrCreateSecret(file, kind)).toBe(secret);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

it("only a secret with which nothing was sealed may be removed", () => {
  const advised = kinds.map(([name, kind]) => {
    const file = path.join(folder, `empty-${name}`);
    fs.writeFileSync(file, "");
    return [name, refusalOf(() => readOrCreateSecret(file, kind)).includes("or remove it")];
  });
  expect(advised).toEqual([
    ["admin-key", true],
    ["environment-key", false],
    ["sign-in-key", true],
  ]);
});

function refusalOf(read: () => string): string {
  try {
    return `The secret was taken: ${read()}`;
  } catch (error) {
    return String(error);
  }
}

it.each(kinds)("%s with another content is refused and left as it is", (name, kind) => {
  const file = path.join(folder, `damaged-${name}`);
  for (const content of ["", "\n", "embedded|", "{", "0\0\0"]) {
    fs.writeFileSync(file, content);
    expect(() => readOrCreateSecret(file, kind)).toThrow(`The secret in ${file} is damaged`);
    expect(fs.readFileSync(file, "utf8")).toBe(content);
  }
});
