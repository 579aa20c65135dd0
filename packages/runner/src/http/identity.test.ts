import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version } from "./identity";

it("the version is that of the package", () => {
  const written = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as object;
  expect(written).toMatchObject({ version });
});
