import { beforeEach, describe, expect, it } from "vitest";
import { testAssets } from "../support/assets";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, dataOf, refusalOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";

describeEverywhere((deployment) => {
  testAssets(deployment, {
    noun: "command",
    path: "/commands",
    idPrefix: /^cmd_/,
    versionPrefix: /^cmdv_/,
    required: {},
    content: (number) => ({ content: `Review ${number}.` }),
    publishAt: "/publish",
    foreignPrefix: "ctx_",
  });

  let api: Client;
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });

  it.each(["a", "review", "review-2", "a1-b2-c3", "x".repeat(64)])("201 for the name %s", async (name) => {
    expect((await api.post("/commands", { name })).status).toBe(201);
  });

  it.each(["Review", " review", "1a", "-a", "a-", "a--b", "a_b", "a b", "é", "/a", "a\n", "x".repeat(65)])(
    "400 VALIDATION for the name %j",
    async (name) => {
      expect(await refusalOf(api.post("/commands", { name }))).toEqual([400, "VALIDATION", "name"]);
      const { id } = await dataOf(api.post("/commands", { name: "review" }));
      expect(await refusalOf(api.put(`/commands/${id}`, { name }))).toEqual([400, "VALIDATION", "name"]);
    },
  );

  describe("PUT /api/v1/commands/:id/publish", () => {
    it("200 with the version", async () => {
      const { id } = await dataOf(api.post("/commands", { name: "review" }));
      const publishedAt = expect.stringMatching(/Z$/);
      const published = await dataOf(api.put(`/commands/${id}/publish`, { content: "Review." }));
      expect(published).toEqual({ version: 1, publishedAt });
    });

    it.each([{}, { content: null }, { content: "" }, { content: ["Review."] }])(
      "400 VALIDATION naming content for %j",
      async (body) => {
        const { id } = await dataOf(api.post("/commands", { name: "review" }));
        expect(await refusalOf(api.put(`/commands/${id}/publish`, body))).toEqual([400, "VALIDATION", "content"]);
        expect(await dataOf(api.get(`/commands/${id}`))).toMatchObject({ activeVersion: null, versions: [] });
      },
    );

    it("400 VALIDATION for content in PUT /api/v1/commands/:id, which publishes nothing", async () => {
      const { id } = await dataOf(api.post("/commands", { name: "review" }));
      expect(await refusalOf(api.put(`/commands/${id}`, { content: "x" }))).toEqual([400, "VALIDATION", "content"]);
    });
  });
});
