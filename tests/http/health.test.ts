import { describe, expect, it } from "vitest";
import { version } from "../../package.json";
import { describeEverywhere } from "../support/deployment";

describeEverywhere((deployment) => {
  describe("GET /healthz", () => {
    it("200 without a key, once the database has been read", async () => {
      const response = await deployment.fetch("/healthz");
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: "ok", version });
    });
  });
});
