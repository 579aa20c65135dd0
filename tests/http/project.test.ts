import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey, createProject } from "../support/fixtures";

describeEverywhere((deployment) => {
  describe("GET /api/v1/project", () => {
    let project: Awaited<ReturnType<typeof createProject>>;
    beforeAll(async () => {
      project = await createProject(deployment, "Rolling Stock");
    });

    it("200 with the project of the key", async () => {
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(project.apiKey) });
      expect(response.status).toBe(200);
      const { data } = await response.json();
      expect(data).toEqual({
        id: project.projectId,
        _id: project.projectId,
        name: "Rolling Stock",
        slug: expect.stringMatching(/^rolling-stock/),
        gitRepoUrl: null,
        _creationTime: expect.any(Number),
      });
      expect(data.id).toMatch(/^proj_[0-9a-z]+$/);
      expect(Number.isInteger(data._creationTime)).toBe(true);
      expect(Math.abs(Date.now() - data._creationTime)).toBeLessThan(60_000);
    });

    it("200 with the other project for a key of the other project", async () => {
      const other = await createProject(deployment, "Other");
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(other.apiKey) });
      expect((await response.json()).data).toMatchObject({ id: other.projectId, name: "Other" });
    });

    it.each([["project:read"], ["project:write"], ["*"]])("200 for a key that holds %s", async (scope) => {
      const { apiKey } = await createKey(deployment, project.projectId, [scope]);
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
      expect(response.status).toBe(200);
    });

    it.each([["runs:read"], ["runs:write"], ["admin"]])(
      "403 SCOPE_DENIED for a key that holds only %s",
      async (scope) => {
        const { apiKey } = await createKey(deployment, project.projectId, [scope]);
        const response = await deployment.fetch("/api/v1/project", { headers: bearer(apiKey) });
        expect(response.status).toBe(403);
        expect((await response.json()).error).toMatchObject({ code: "SCOPE_DENIED" });
      },
    );

    it("400 VALIDATION naming a query parameter that it does not take", async () => {
      const response = await deployment.fetch("/api/v1/project?verbose=1", { headers: bearer(project.apiKey) });
      expect(response.status).toBe(400);
      expect((await response.json()).error).toMatchObject({ code: "VALIDATION", field: "verbose" });
    });
  });
});

describeEverywhere((deployment) => {
  describe("POST /api/v1/project/update", () => {
    let project: Awaited<ReturnType<typeof createProject>>;
    beforeEach(async () => {
      project = await createProject(deployment, "Rolling Stock");
    });

    /** Sends an update. A text is sent as it is, with one byte for each character; other values are sent as JSON. */
    function update(body: string | object, apiKey = project.apiKey): Promise<Response> {
      return deployment.fetch("/api/v1/project/update", {
        method: "POST",
        headers: { ...bearer(apiKey), "Content-Type": "application/json" },
        body: typeof body === "string" ? Buffer.from(body, "latin1") : JSON.stringify(body),
      });
    }

    async function current() {
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(project.apiKey) });
      return (await response.json()).data;
    }

    it("200 with the updated project; fields that are not given stay", async () => {
      const before = await current();
      const response = await update({ name: "  Freight ", gitRepoUrl: "https://example.com/freight.git" });
      expect(response.status).toBe(200);
      const { data } = await response.json();
      expect(data).toEqual({ ...before, name: "Freight", gitRepoUrl: "https://example.com/freight.git" });
      expect(await current()).toEqual(data);
    });

    it("200 clearing gitRepoUrl by null", async () => {
      await update({ gitRepoUrl: "https://example.com/freight.git" });
      expect((await (await update({ gitRepoUrl: null })).json()).data.gitRepoUrl).toBe(null);
    });

    it.each(["", "  ", "{}"])("200 changing nothing for the body %j", async (body) => {
      const before = await current();
      const response = await update(body);
      expect(response.status).toBe(200);
      expect(await current()).toEqual(before);
    });

    it("200 for the slug that the project already has, 409 CONFLICT for another project's", async () => {
      const { slug } = await current();
      expect((await update({ slug })).status).toBe(200);
      const other = await createProject(deployment, "Other");
      const response = await update({ slug, name: "Changed" }, other.apiKey);
      expect(response.status).toBe(409);
      expect((await response.json()).error).toMatchObject({ code: "CONFLICT" });
      const { data } = await (await deployment.fetch("/api/v1/project", { headers: bearer(other.apiKey) })).json();
      expect(data.name).toBe("Other");
    });

    it("403 SCOPE_DENIED for a key that may only read, before the body is read", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["project:read"]);
      for (const body of [{ name: "Changed" }, "no json"]) {
        const response = await update(body, apiKey);
        expect(response.status).toBe(403);
        expect((await response.json()).error.code).toBe("SCOPE_DENIED");
      }
    });

    it("401 AUTH_INVALID before the body is read", async () => {
      const response = await update("no json", `svc_test_${"x".repeat(43)}`);
      expect((await response.json()).error.code).toBe("AUTH_INVALID");
    });

    it.each<[string, string, string | object]>([
      ["name", "a wrong type", { name: 5 }],
      ["name", "null where a value is required", { name: null }],
      ["name", "an empty text", { name: "" }],
      ["name", "only spaces", { name: "   " }],
      ["name", "too long a text", { name: "x".repeat(101) }],
      ["slug", "a wrong form", { slug: "No Slug" }],
      ["slug", "an empty text", { slug: "" }],
      ["gitRepoUrl", "an empty text", { gitRepoUrl: "" }],
      ["gitRepoUrl", "a list", { gitRepoUrl: ["a"] }],
      ["gitRepoUrl", "a path below a home", { gitRepoUrl: "~/shop" }],
      ["gitRepoUrl", "a relative path", { gitRepoUrl: "../shop" }],
      ["nmae", "an unknown field", { name: "Changed", nmae: "x" }],
      ["__proto__", "the prototype", '{"name":"Changed","__proto__":{"name":"x"}}'],
      ["constructor", "the constructor", { constructor: "x" }],
      ["body", "no JSON", "name=Changed"],
      ["body", "half a JSON", '{"name":"Changed"'],
      ["body", "a list", "[]"],
      ["body", "null", "null"],
      ["body", "a text", '"Changed"'],
      ["body", "a number", "1"],
      ["body", "a lone surrogate", String.raw`{"name":"\ud800"}`],
      ["body", "a lone surrogate in a field's name", String.raw`{"\udfff":"x"}`],
      ["body", "bytes that are not UTF-8", "{\xff}"],
      ["body", "endless nesting", "[".repeat(200_000)],
      ["body", "more than 1 MiB", JSON.stringify({ name: "x".repeat(1024 * 1024) })],
    ])("400 VALIDATION with field %s for %s, changing nothing", async (field, _what, body) => {
      const before = await current();
      const response = await update(body);
      expect(response.status).toBe(400);
      expect((await response.json()).error).toMatchObject({ code: "VALIDATION", field, message: expect.any(String) });
      expect(await current()).toEqual(before);
    });

    it("400 VALIDATION naming a query parameter", async () => {
      const response = await deployment.fetch("/api/v1/project/update?name=x", {
        method: "POST",
        headers: bearer(project.apiKey),
        body: "{}",
      });
      expect((await response.json()).error).toMatchObject({ code: "VALIDATION", field: "name" });
    });

    it("reaches no other project", async () => {
      const other = await createProject(deployment, "Other");
      await update({ name: "Changed" });
      const response = await deployment.fetch("/api/v1/project", { headers: bearer(other.apiKey) });
      expect((await response.json()).data.name).toBe("Other");
    });
  });
});
