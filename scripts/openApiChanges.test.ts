// The comparison finds each change that breaks clients, and nothing else. Each case changes the real document.
import { describe, expect, it } from "vitest";
import committed from "../convex/openapi/document.json";
import { breakingChanges } from "./openApiChanges";
import type { OpenApi } from "./openApiChanges";

const document = committed as unknown as OpenApi;

type Change = [from: string | RegExp, to: string];

function changed(...changes: Change[]): OpenApi {
  const text = changes.reduce((whole, [from, to]) => {
    const next = whole.replace(from, to);
    if (next === whole) throw new Error(`The document has no ${String(from)}.`);
    return next;
  }, JSON.stringify(document));
  return JSON.parse(text) as OpenApi;
}

/** Changes one shape, parameter or operation of a copy. */
function withChange(change: (copy: Copy) => void): OpenApi {
  const copy = structuredClone(committed) as unknown as Copy;
  change(copy);
  return copy as unknown as OpenApi;
}

interface Shape {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
}

interface Copy {
  paths: Record<string, Record<string, { parameters: Record<string, unknown>[]; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Shape> };
}

function shape(copy: Copy, name: string): Shape {
  const found = copy.components.schemas[name];
  if (found === undefined) throw new Error(`No shape is called ${name}.`);
  return found;
}

function operation(copy: Copy, path: string, method: string) {
  const found = copy.paths[path]?.[method];
  if (found === undefined) throw new Error(`There is no ${method} ${path}.`);
  return found;
}

describe("a break is found", () => {
  it.each<[string, (copy: Copy) => void, RegExp]>([
    ["a path is gone", (copy) => delete copy.paths["/api/v1/runs/pause"], /^POST \/api\/v1\/runs\/pause: it is gone$/],
    [
      "a field of an answer is gone",
      (copy) => delete shape(copy, "RunView").properties["status"],
      /POST \/api\/v1\/runs\/pause: the field status of the field data of the answer 200 is gone/,
    ],
    [
      "a field of an answer may be missing",
      (copy) => (shape(copy, "RunView").required = []),
      /the field status of .* may be missing now/,
    ],
    [
      "a field of an answer has another type",
      (copy) => (shape(copy, "RunView").properties["runNumber"] = { type: "string" }),
      /the field runNumber of .* may also be string now/,
    ],
    [
      "a field of a request is gone",
      (copy) => delete shape(copy, "RunsStartRequest").properties["name"],
      /^POST \/api\/v1\/runs\/start: the field name of the request is gone$/,
    ],
    [
      "a request needs another field",
      (copy) => shape(copy, "RunsStartRequest").required.push("name"),
      /^POST \/api\/v1\/runs\/start: the field name of the request is required now$/,
    ],
    [
      "a request needs a new field",
      (copy) => {
        shape(copy, "RunsStartRequest").properties["colour"] = { type: "string" };
        shape(copy, "RunsStartRequest").required.push("colour");
      },
      /the new field colour of the request is required/,
    ],
    [
      "a request takes one value less",
      (copy) => (shape(copy, "IssuesUpdateRequest").properties["status"] = { type: "string", enum: ["open"] }),
      /the field status of the request may no longer be/,
    ],
    [
      "a request takes shorter texts",
      (copy) => (shape(copy, "RunsRenameRequest").properties["name"] = { type: "string", minLength: 1, maxLength: 5 }),
      /maxLength of the field name of the request was \d+ and is 5/,
    ],
    [
      "a parameter is gone",
      (copy) => operation(copy, "/api/v1/runs", "get").parameters.shift(),
      /^GET \/api\/v1\/runs: the parameter \w+ is gone$/,
    ],
    [
      "a parameter is required",
      (copy) => Object.assign(operation(copy, "/api/v1/runs", "get").parameters[0] ?? {}, { required: true }),
      /^GET \/api\/v1\/runs: the parameter \w+ is required now$/,
    ],
    [
      "a status is another one",
      (copy) => {
        const { responses } = operation(copy, "/api/v1/runs/start", "post");
        responses["200"] = responses["201"];
        delete responses["201"];
      },
      /^POST \/api\/v1\/runs\/start: the status 201 is gone$/,
    ],
  ])("when %s", (_what, change, expected) => {
    expect(breakingChanges(document, withChange(change)).join("\n")).toMatch(new RegExp(expected.source, "m"));
  });
});

describe("nothing is found", () => {
  it.each<[string, (copy: Copy) => void]>([
    ["nothing changes", () => undefined],
    ["a path is added", (copy) => (copy.paths["/api/v1/new"] = copy.paths["/api/v1/runs"] ?? {})],
    ["a field is added to an answer", (copy) => (shape(copy, "RunView").properties["colour"] = { type: "string" })],
    [
      "a field of an answer has one more value",
      (copy) => (shape(copy, "RunView").properties["status"] = { type: "string", enum: ["pending", "lost"] }),
    ],
    [
      "a field that may be left out is added to a request",
      (copy) => (shape(copy, "RunsStartRequest").properties["colour"] = { type: "string" }),
    ],
    [
      "a request takes longer texts",
      (copy) => (shape(copy, "RunsRenameRequest").properties["name"] = { type: "string", minLength: 1 }),
    ],
    ["a field of a request may be left out", (copy) => (shape(copy, "RunsRenameRequest").required = ["runId"])],
    [
      "a parameter is added",
      (copy) =>
        operation(copy, "/api/v1/runs", "get").parameters.push({ name: "x", in: "query", schema: { type: "string" } }),
    ],
  ])("when %s", (_what, change) => {
    expect(breakingChanges(document, withChange(change))).toEqual([]);
  });

  it("when a shape has another name", () => {
    const renamed = changed([/"RunView":/, '"RunShape":'], [/\/RunView"/g, '/RunShape"']);
    expect(breakingChanges(document, renamed)).toEqual([]);
  });
});
