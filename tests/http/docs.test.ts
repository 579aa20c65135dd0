// The page of documentation, wherever the product runs: headers, what browsers keep, and the way to it from `/`.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";

const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describeEverywhere((deployment) => {
  describe("GET /docs", () => {
    it("200 without a key: one page of HTML, with the guides in it", async () => {
      const response = await deployment.fetch("/docs");
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
      expect(await response.text()).toContain('<article class="guide" id="guides/errors">');
    });

    it("allows its own script and style alone, and requests to its own host alone", async () => {
      const response = await deployment.fetch("/docs");
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const page = await response.text();
      for (const [tag, directive] of [
        ["script", "script-src"],
        ["style", "style-src"],
      ]) {
        const [, text = ""] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
        const hash = createHash("sha256").update(text).digest("base64");
        expect(policy).toContain(`${directive} 'sha256-${hash}'`);
      }
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    });

    it("304 without a body while the page is the one that the browser has", async () => {
      const tag = (await deployment.fetch("/docs")).headers.get("ETag") ?? "";
      expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
      for (const kept of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const response = await deployment.fetch("/docs", { headers: { "If-None-Match": kept } });
        expect([response.status, await response.text(), response.headers.get("ETag")]).toEqual([304, "", tag]);
      }
      expect((await deployment.fetch("/docs", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    });

    it("answers a preflight as every path does", async () => {
      const preflight = await deployment.fetch("/docs", { method: "OPTIONS" });
      expect([preflight.status, await preflight.json()]).toEqual([200, {}]);
      expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("GET");
      expect(preflight.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("answers HEAD, and names GET where another method is sent", async () => {
      const head = await deployment.fetch("/docs", { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      const post = await deployment.fetch("/docs", { method: "POST" });
      expect([post.status, post.headers.get("Allow")]).toEqual([404, "GET"]);
    });
  });

  describe("GET /", () => {
    it("leads a browser to the documentation", async () => {
      const response = await deployment.fetch("/", { headers: browser, redirect: "manual" });
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/docs"]);
      expect(response.headers.get("Vary")).toBe("Accept");
    });

    it.each([{}, { Accept: "*/*" }, { Accept: "application/json" }])("404 for a program, with %j", async (headers) => {
      const response = await deployment.fetch("/", { headers });
      expect(response.status).toBe(404);
      expect((await response.json()).error.code).toBe("NOT_FOUND");
    });
  });
});
