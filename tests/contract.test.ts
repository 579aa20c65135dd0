// docs/contract.md against the specification, the rows of the API and of the callback, and the tests.
import { readFileSync } from "node:fs";
import path from "node:path";
import { getFunctionName } from "convex/server";
import { describe, expect, it } from "vitest";
import { routesNear } from "../convex/api/areas";
import type { Route } from "../convex/api/routes";
import { allOperations, findOperation } from "../convex/callback/operations";
import type { Operation } from "../convex/callback/rows";
import { rootDirectory } from "../scripts/settings";
import { allRoutes } from "./support/allRoutes";
import { publicFunctions } from "./support/publicFunctions";
import { specified } from "./support/specified";
import { mentionsEndpoint, mentionsOperation, textOfTest } from "./support/testTexts";

interface Row {
  /** `GET /api/v1/project` or `run.get`. */
  name: string;
  specification: string;
  file: string;
  test: string;
}

const rows: Row[] = readFileSync(path.join(rootDirectory, "docs/contract.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, name, specification, file, test] = /^\| `(.+?)` +\| (.+?) +\| `(.+?)` +\| `(.+?)` +\|$/.exec(line) ?? [];
    return name && specification && file && test ? [{ name, specification, file, test }] : [];
  });

const ofDashboard = rows.filter(({ name }) => name.includes(":") && !name.includes(" "));
const specifiedRows = rows.filter((row) => !ofDashboard.includes(row));
const ofApi = rows.filter(({ name }) => name.includes(" /api/v1/"));
const ofCallback = specifiedRows.filter(({ name }) => !name.includes(" "));
const others = rows.filter(({ name }) => name.includes(" ") && !name.includes(" /api/v1/"));

const routeFiles = import.meta.glob<{ routes: Route[] }>(["../convex/*/routes.ts", "!../convex/api/routes.ts"], {
  eager: true,
});
const operationFiles = import.meta.glob<{ operations: Operation[] }>(
  ["../convex/*/operations.ts", "!../convex/callback/operations.ts"],
  { eager: true },
);

const nameOf = ({ method, path: below }: Route): string => `${method} /api/v1${below}`;

/** Endpoints that say in other words what these public functions serve. */
const alsoServed: Record<string, string> = {
  "analytics/endpoints:counters": "project/dashboard:counters",
  "runs/endpoints:detail": "runs/dashboard:get",
  "runs/endpoints:listByWorkflow": "runs/dashboard:list",
  "trash/endpoints:purgeAtPath": "trash/dashboardWrites:purge",
  "trash/endpoints:restoreAtPath": "trash/dashboardWrites:restore",
};

describe("docs/contract.md", () => {
  it("names everything that the specification names, where it does, once and nothing else", () => {
    const wanted = Object.entries(specified).flatMap(([section, names]) =>
      names.map((name) => `${name} in ${section}`),
    );
    const written = specifiedRows.map(({ name, specification }) => `${name} in ${specification}`);
    expect(written.toSorted()).toEqual(wanted.toSorted());
  });

  it("has the routes of the API, each in its file", () => {
    const found = Object.entries(routeFiles).flatMap(([file, { routes }]) =>
      routes.map((route) => `${nameOf(route)} in ${file.replace("../", "")}`),
    );
    expect(ofApi.map(({ name, file }) => `${name} in ${file}`).toSorted()).toEqual(found.toSorted());
  });

  it("has only routes that requests reach", async () => {
    for (const { name } of ofApi) {
      const routes = await routesNear(name.slice(name.indexOf(" /api/v1/") + " /api/v1".length));
      expect(routes.map(nameOf)).toContain(name);
    }
  });

  it("has the operations of the callback, each in its file", () => {
    const found = Object.entries(operationFiles).flatMap(([file, { operations }]) =>
      operations.map((operation) => `${operation.name} in ${file.replace("../", "")}`),
    );
    expect(ofCallback.map(({ name, file }) => `${name} in ${file}`).toSorted()).toEqual(found.toSorted());
  });

  it("has only operations that the job runner reaches", async () => {
    for (const { name } of ofCallback) expect((await findOperation(name))?.name).toBe(name);
    expect(await allOperations()).toHaveLength(ofCallback.length);
  });

  it("has the public functions, each in its file", async () => {
    const found = (await publicFunctions()).map(({ name }) => `${name} in convex/${name.split(":")[0]}.ts`);
    expect(ofDashboard.map(({ name, file }) => `${name} in ${file}`).toSorted()).toEqual(found.toSorted());
  });

  it("says which endpoint of the API a public function is like, and leaves none out", () => {
    const endpointOf = new Map(allRoutes.map((route) => [nameOf(route), getFunctionName(route.endpoint)]));
    const alike = ofDashboard.map(({ specification }) => specification.replaceAll("`", ""));
    const known = alike.filter((name) => name !== "none").map((name) => endpointOf.get(name));
    expect(known).not.toContain(undefined);
    const missing = [...endpointOf.values()].filter((endpoint) => !known.includes(endpoint));
    expect(missing.toSorted()).toEqual(Object.keys(alsoServed));
    expect(ofDashboard.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(alsoServed)));
  });

  it("has what is mounted beside the API", () => {
    for (const { name, file } of others) {
      const [method, mounted] = name.split(" ");
      const text = readFileSync(path.join(rootDirectory, file), "utf8");
      expect(text).toContain(`http.route({ path: "${mounted}", method: "${method}"`);
    }
  });

  it.each(rows)("$name is asked for by $test", ({ name, test }) => {
    const text = textOfTest(test);
    if (text === null) throw new Error(`There is no ${test}.`);
    expect(asksFor(text, name)).toBe(true);
  });
});

function asksFor(text: string, name: string): boolean {
  const [, folder, functionName] = /^(\w+)\/\w+:(\w+)$/.exec(name) ?? [];
  if (folder && functionName) return [folder, functionName].every((word) => new RegExp(`\\b${word}\\b`).test(text));
  const [method = "", address] = name.split(" ");
  if (address === undefined) return mentionsOperation(text, name);
  const isOnlyOne = rows.filter((row) => row.name.endsWith(` ${address}`)).length === 1;
  return mentionsEndpoint(text, method, address, isOnlyOne);
}

describe("a test that asks for an endpoint", () => {
  const asks = (text: string, method: string, address: string) => mentionsEndpoint(text, method, address, false);

  it.each([
    ['api.get("/issues/get?id=1")', "GET", "/api/v1/issues/get"],
    ["api.put(`/contexts/${id}/versions/2/activate`)", "PUT", "/api/v1/contexts/:id/versions/:v/activate"],
    ['describe("POST /api/v1/runs/start", () => {})', "POST", "/api/v1/runs/start"],
    ['fetch(["DELETE", "/contexts/x"])', "DELETE", "/api/v1/contexts/:id"],
  ])("is known by %s", (text, method, address) => {
    expect(asks(text, method, address)).toBe(true);
  });

  it.each([
    ["another method", 'api.get("/contexts/x")', "DELETE", "/api/v1/contexts/:id"],
    ["a longer path", 'api.get("/issues/list-of-all")', "GET", "/api/v1/issues/list"],
    ["a deeper path", "api.put(`/contexts/${id}/publish`)", "PUT", "/api/v1/contexts/:id"],
    ["a shorter path", 'api.get("/contexts")', "GET", "/api/v1/contexts/:id"],
  ])("is not taken for one by %s", (_what, text, method, address) => {
    expect(asks(text, method, address)).toBe(false);
  });
});
