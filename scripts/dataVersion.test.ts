import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { migrations } from "../convex/migrations/all";
import schema from "../convex/schema";
import { fingerprints, recordCurrentVersion, refuseNewerVersion } from "./dataVersion";

const folder = mkdtempSync(path.join(tmpdir(), "data-form-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("whatever may be stored counts as a form: a change of it appends a fingerprint, so that older versions refuse it", () => {
  const present = createHash("sha256")
    .update(JSON.stringify([schema.tables, migrations.map(({ name }) => name)]))
    .digest("base64url");
  expect(fingerprints.at(-1), "append this one to scripts/dataVersion.ts, and replace none").toBe(present.slice(0, 16));
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

it("a fingerprint changes with a field, an optional one too, and with an index", () => {
  const written = JSON.stringify(schema.tables);
  expect(written).toContain('"isOptional":"optional"');
  expect(written).toContain('"indexDescriptor"');
});

it("a directory of a later form is refused before anything is written, and the message says what it needs", () => {
  recordCurrentVersion(folder);
  refuseNewerVersion(folder);
  const form = fingerprints.length;
  writeFileSync(path.join(folder, "data-form"), String(form + 1));
  const before = readdirSync(folder);
  expect(() => refuseNewerVersion(folder)).toThrow(
    new RegExp(
      `later version \\(.+\\): form ${form + 1} .* knows form ${form}\\..* start a version that knows form ${form + 1}`,
    ),
  );
  expect(readdirSync(folder)).toEqual(before);
});
