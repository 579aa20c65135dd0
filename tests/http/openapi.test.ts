// GET /api/v1/openapi.json, as clients and tools load it.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import document from "../../convex/openapi/document.json";
import { version } from "../../package.json";
import { describeEverywhere } from "../support/deployment";

const path = "/api/v1/openapi.json";

describeEverywhere((deployment) => {
  describe("GET /api/v1/openapi.json", () => {
    it("is the document itself, without a key and without an envelope", async () => {
      const response = await deployment.fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
      const served: unknown = await response.json();
      expect(served).toEqual(document);
      expect(served).toMatchObject({ openapi: "3.1.0", info: { version } });
    });

    it("304 without a body to a client that has it, also through a proxy that compresses", async () => {
      const tag = (await deployment.fetch(path)).headers.get("ETag") ?? "";
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const response = await deployment.fetch(path, { headers: { "If-None-Match": known } });
        expect(response.status).toBe(304);
        expect(response.headers.get("ETag")).toBe(tag);
        expect(await response.text()).toBe("");
      }
      expect((await deployment.fetch(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    });

    it("has the tag of exactly this text", async () => {
      const response = await deployment.fetch(path);
      const hash = createHash("sha256")
        .update(await response.text())
        .digest("hex");
      expect(response.headers.get("ETag")).toBe(`"${hash.slice(0, 32)}"`);
    });

    it("400 VALIDATION naming a parameter, since it takes none", async () => {
      for (const query of ["x=1", "x", "x=1&y=2"]) {
        const response = await deployment.fetch(`${path}?${query}`);
        const { error } = await response.json();
        expect([response.status, error.code, error.field]).toEqual([400, "VALIDATION", "x"]);
      }
      expect((await deployment.fetch(`${path}?`)).status).toBe(200);
    });

    it("may be kept by caches for a minute", async () => {
      expect((await deployment.fetch(path)).headers.get("Cache-Control")).toBe("public, max-age=60");
    });

    it("HEAD has the same headers, OPTIONS answers a preflight, other methods learn what is allowed", async () => {
      const head = await deployment.fetch(path, { method: "HEAD" });
      expect(head.headers.get("ETag")).toBe((await deployment.fetch(path)).headers.get("ETag"));
      expect(await head.text()).toBe("");
      const preflight = await deployment.fetch(path, { method: "OPTIONS" });
      expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("GET");
      const refused = await deployment.fetch(path, { method: "POST" });
      expect([refused.status, refused.headers.get("Allow")]).toEqual([404, "GET"]);
    });
  });
});
