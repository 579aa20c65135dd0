// What README shows of adding an endpoint, done to a copy of the product: it compiles, and the endpoint answers.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../scripts/settings";
import { startEngine } from "./support/engine";
import type { RunningEngine } from "./support/engine";
import { deploymentOn } from "./support/engineDeployment";
import { bearer, createKey, createProject } from "./support/fixtures";

interface Addition {
  file: string;
  code: string;
}

/** The blocks of code below the heading; the first line of each says where the others belong. */
function additions(): Addition[] {
  const readme = readFileSync(path.join(rootDirectory, "README.md"), "utf8");
  const [section = ""] = /^## Adding an endpoint$[^]*?(?=^## |$(?![^]))/m.exec(readme) ?? [];
  return [...section.matchAll(/^```ts\n\/\/ ([\w./]+)\b.*\n([^]*?)^```$/gm)].map(([, file = "", code = ""]) => ({
    file,
    code,
  }));
}

let copy: string;
beforeAll(() => {
  // Below the root, so that the packages are found from there.
  mkdirSync(path.join(rootDirectory, ".build"), { recursive: true });
  copy = mkdtempSync(path.join(rootDirectory, ".build/readme-"));
  for (const name of ["convex", "package.json"]) {
    cpSync(path.join(rootDirectory, name), path.join(copy, name), { recursive: true });
  }
  for (const { file, code } of additions()) add(path.join(copy, file), code);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** A row goes into the list that ends the file, anything else behind what is there. */
function add(file: string, code: string): void {
  const source = readFileSync(file, "utf8");
  const end = file.endsWith("/routes.ts") ? source.lastIndexOf("];") : source.length;
  writeFileSync(file, source.slice(0, end) + code + source.slice(end));
}

describe("the endpoint that README adds", () => {
  it("takes less than ten lines", () => {
    const lines = additions().flatMap(({ code }) => code.trimEnd().split("\n"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(10);
  });

  it("compiles", () => {
    const config = { extends: "../../tsconfig.json", include: ["convex"], exclude: ["**/*.test.ts"] };
    writeFileSync(path.join(copy, "tsconfig.json"), JSON.stringify(config));
    const compiler = path.join(rootDirectory, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "--project", copy], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  it("answers, and refuses what it should", async () => {
    const engine: RunningEngine = await startEngine({ appDir: copy });
    const deployment = deploymentOn(() => engine);
    const { apiKey, projectId } = await createProject(deployment);
    const reader = await createKey(deployment, projectId, ["project:read"]);
    const rename = async (body: object, headers: Record<string, string> = bearer(apiKey)) => {
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await deployment.fetch("/api/v1/project/rename", init);
      return { status: response.status, body: await response.json() };
    };
    expect(await rename({ name: "Renamed" })).toMatchObject({ status: 200, body: { data: { name: "Renamed" } } });
    expect(await rename({ name: "" })).toMatchObject({ status: 400, body: { error: { field: "name" } } });
    expect(await rename({ nmae: "x" })).toMatchObject({ status: 400, body: { error: { code: "VALIDATION" } } });
    expect(await rename({ name: "x" }, bearer(reader.apiKey))).toMatchObject({ status: 403 });
    expect(await rename({ name: "x" }, {})).toMatchObject({ status: 401 });
    await engine.stop();
  });
});
