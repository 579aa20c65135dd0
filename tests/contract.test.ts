// Compares docs/reference.md and the OpenAPI document with the code, and the code with the specification.
import { getFunctionName } from "convex/server";
import { describe, expect, it } from "vitest";
import { version } from "../package.json";
import { routesForPath } from "../convex/api/areas";
import { allOperations, findOperation } from "../convex/callback/operations";
import { trashTypes } from "../convex/lib/trashTypes";
import { allRoutes } from "./support/allRoutes";
import { likeRoutes } from "./support/likeRoutes";
import { openApiTagModule, openApiText } from "./support/openapi/document";
import { wordsAbout } from "./support/openapi/rowComments";
import { publicFunctions } from "./support/publicFunctions";
import { nameOf, referencePage } from "./support/reference";
import { specified } from "./support/specified";

/** Endpoints of convex/http.ts that are not part of the API. Other tests call them. */
const mounted = new Set([
  "POST /idp/webhook",
  "POST /job/callback",
  "GET /healthz",
  "POST /mcp",
  "GET /api/v1/openapi.json",
]);

describe("docs/reference.md", () => {
  it("is what the routes, operations and schemas say", async () => {
    await expect(await referencePage()).toMatchFileSnapshot("../docs/reference.md");
  });
});

describe("convex/openapi/document.json", () => {
  it("is what the routes, their schemas and the types of answers say", async () => {
    const text = await openApiText();
    await expect(text).toMatchFileSnapshot("../convex/openapi/document.json");
    await expect(openApiTagModule(text)).toMatchFileSnapshot("../convex/openapi/tag.ts");
  });
});

describe("the words about an endpoint", () => {
  it("promise a way back from the trash only for what can be in it", () => {
    // `issueSession` is `issue-sessions` in paths.
    const areaOf = (type: string) => `${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}s`;
    const inTrash = new Set(["trash", ...trashTypes.map(areaOf)]);
    const promised = allRoutes
      .filter(({ method, path }) => /\b(?:to|in) the trash\b/.test(wordsAbout(method, path).description))
      .map(({ path }) => path.split("/")[1] ?? "");
    expect(promised.length).toBeGreaterThan(8);
    expect(promised.filter((area) => !inTrash.has(area))).toEqual([]);
  });
});

describe("convex/health/version.ts", () => {
  it("is the version of package.json", async () => {
    const text = `// Written by \`npm run codegen\`: the version in package.json.\nexport const version = "${version}";\n`;
    await expect(text).toMatchFileSnapshot("../convex/health/version.ts");
  });
});

describe("the specification", () => {
  it("is served: a request reaches each of its endpoints and operations", async () => {
    const missing = [];
    for (const name of Object.values(specified).flat()) {
      if (!mounted.has(name) && !(await isReached(name))) missing.push(name);
    }
    expect(missing).toEqual([]);
  });

  it("lists nothing twice", () => {
    const names = Object.values(specified).flat();
    expect(names).toHaveLength(new Set(names).size);
  });
});

describe("what is there", () => {
  it("is found by its path or name: every route and operation", async () => {
    const names = [...allRoutes.map(nameOf), ...(await allOperations()).map(({ name }) => name)];
    const lost = [];
    for (const name of names) if (!(await isReached(name))) lost.push(name);
    expect(lost).toEqual([]);
  });

  it("is available to people too: each endpoint has a public function that does the same", async () => {
    const likes = likeRoutes((await publicFunctions()).map(({ name }) => name));
    const endpoints = allRoutes.map(({ endpoint }) => getFunctionName(endpoint));
    expect(endpoints.filter((name) => !likes.has(name))).toEqual([]);
  });
});

async function isReached(name: string): Promise<boolean> {
  const [, path] = name.split(" /api/v1");
  if (path === undefined) return (await findOperation(name)) !== undefined;
  return (await routesForPath(path)).some((route) => nameOf(route) === name);
}
