// The check of reality against the OpenAPI document can fail: what a view, a route and the document might get wrong is
// found at the next request of a test.
import { describe, expect, it } from "vitest";
import document from "../convex/openapi/document.json";
import { Reality } from "./support/reality";

const json = { "Content-Type": "application/json; charset=utf-8" };
const reality = new Reality(document);

/** An answer as it is documented, with a change. */
function answered(operation: string, change: (body: string) => string, status = 200): Response {
  return new Response(change(JSON.stringify(exampleOf(document, operation))), { status, headers: json });
}

interface Documented {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { example: unknown }> }> }>
  >;
}

function exampleOf(whole: object, operation: string): unknown {
  const [method = "", path = ""] = operation.split(" ");
  const { responses } = (whole as Documented).paths[path]?.[method.toLowerCase()] ?? { responses: {} };
  return (responses["200"] ?? responses["201"])?.content["application/json"]?.example;
}

async function problemOf(path: string, init: RequestInit, response: Response, checker = reality): Promise<string> {
  try {
    await checker.check(path, init, response);
    return "none";
  } catch (error) {
    return String(error);
  }
}

const run = "/api/v1/runs/get";
const runPath = `${run}?id=r_1`;
const renamed = (from: string, to: string) => (body: string) => body.replaceAll(`"${from}":`, `"${to}":`);

describe("an answer", () => {
  it("passes as it is documented", async () => {
    expect(await problemOf(runPath, {}, answered(`GET ${run}`, String))).toBe("none");
  });

  it.each([
    ["a field of a view is renamed", renamed("status", "state"), /must have required property 'status'/],
    ["a field is added that the document does not have", renamed("data", 'data":{},"colour'), /colour|data/],
    ["a value has another type", (body: string) => body.replace(/"runNumber":\d+/, '"runNumber":"7"'), /runNumber/],
    [
      "the envelope is missing",
      (body: string) => body.replace('"data"', '"run"'),
      /must have required property 'data'/,
    ],
  ])("fails when %s", async (_what, change, problem) => {
    expect(await problemOf(runPath, {}, answered(`GET ${run}`, change))).toMatch(problem);
  });

  it("fails with another status, type of content or format, and a code that this status does not have", async () => {
    expect(await problemOf(runPath, {}, answered(`GET ${run}`, String, 201))).toMatch(/no such status/);
    expect(await problemOf(runPath, {}, new Response("x", { headers: { "Content-Type": "text/plain" } }))).toMatch(
      /content type/,
    );
    const refused = (status: number, requestId: string = crypto.randomUUID()) =>
      new Response(JSON.stringify({ error: { code: "CONFLICT", message: "No.", requestId } }), {
        status,
        headers: json,
      });
    expect(await problemOf("/api/v1/runs/pause", { method: "POST" }, refused(409))).toBe("none");
    expect(await problemOf("/api/v1/runs/pause", { method: "POST" }, refused(404))).toMatch(/allowed values/);
    expect(await problemOf("/api/v1/runs/pause", { method: "POST" }, refused(409, "77777777"))).toMatch(/format.*uuid/);
  });
});

describe("a request that was accepted", () => {
  const start = (body: object) => ({ method: "POST", body: JSON.stringify(body) });
  const started = () => answered("POST /api/v1/runs/start", String, 201);

  it("passes as it is documented", async () => {
    expect(await problemOf("/api/v1/runs/start", start({ workflowId: "wf_1", prompt: "Go" }), started())).toBe("none");
  });

  it("fails with a field or a parameter that the document does not have, or without one that it requires", async () => {
    const colour = start({ workflowId: "wf_1", prompt: "Go", colour: "red" });
    expect(await problemOf("/api/v1/runs/start", colour, started())).toMatch(/colour/);
    expect(await problemOf("/api/v1/runs/start", start({ prompt: "Go" }), started())).toMatch(/workflowId/);
    expect(await problemOf(`${runPath}&colour=red`, {}, answered(`GET ${run}`, String))).toMatch(/colour is accepted/);
    expect(await problemOf(run, {}, answered(`GET ${run}`, String))).toMatch(/id is not required/);
  });

  it("fails at a path or with a method that the document does not have", async () => {
    const answer = () => answered(`GET ${run}`, String);
    expect(await problemOf("/api/v1/runs/got?id=r_1", {}, answer())).toMatch(/no such operation/);
    expect(await problemOf(run, { method: "PUT" }, answer())).toMatch(/no such operation/);
  });
});

describe("the document", () => {
  it.each([
    ["a field of a shape", '"runNumber":', '"numberOfRun":'],
    ["a path", '"/api/v1/runs/get":', '"/api/v1/runs/fetch":'],
    ["a parameter", '"name":"id"', '"name":"runId"'],
  ])("fails the next answer when %s is renamed in it", async (_what, from, to) => {
    const wrong: unknown = JSON.parse(JSON.stringify(document).replaceAll(from, to));
    expect(await problemOf(runPath, {}, answered(`GET ${run}`, String), new Reality(wrong as object))).not.toBe("none");
  });
});
