import { beforeEach, describe, expect, it } from "vitest";
import { testAssets } from "../support/assets";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, dataOf, refusalOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";

const file = { name: "SKILL.md", content: "Test first." };

describeEverywhere((deployment) => {
  testAssets(deployment, {
    noun: "skill",
    path: "/skills",
    idPrefix: /^skill_/,
    versionPrefix: /^skillv_/,
    required: {},
    content: (number) => ({ files: [{ name: "SKILL.md", content: `Version ${number}.` }] }),
    publishAt: "/publish",
    foreignPrefix: "ctx_",
  });

  let api: Client;
  let id: string;
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
    ({ id } = await dataOf(api.post("/skills", { name: "Testing", files: [file] })));
  });

  const publish = (files: unknown) => api.put(`/skills/${id}/publish`, { files });

  describe("PUT /api/v1/skills/:id/publish", () => {
    it("200 with the version, whose files replace all earlier ones", async () => {
      const files = [
        { name: "docs/a.md", content: "A" },
        { name: ".gitkeep", content: "" },
        { name: "docs/..a", content: "é" },
      ];
      const publishedAt = expect.stringMatching(/Z$/);
      expect((await publish(files)).body.data).toEqual({ version: 2, publishedAt });
      expect((await dataOf(api.get(`/skills/${id}`))).activeVersion.files).toEqual(files);
    });

    it.each([
      ["files", []],
      ["files", "SKILL.md"],
      ["files", Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, content: "" }))],
      ["files.0.name", [{ content: "" }]],
      ["files.0.content", [{ name: "a" }]],
      ["files.0.mode", [{ ...file, mode: 1 }]],
      ["files.1.name", [file, { ...file, content: "Other." }]],
      ...["", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "a\\b", "a\nb", "x".repeat(256)].map(
        (name): [string, unknown] => ["files.0.name", [{ name, content: "" }]],
      ),
    ])("400 VALIDATION naming %s for %j", async (field, files) => {
      expect(await refusalOf(publish(files))).toEqual([400, "VALIDATION", field]);
      expect(await refusalOf(api.post("/skills", { name: "Other", files }))).toEqual([400, "VALIDATION", field]);
      expect(await dataOf(api.get(`/skills/${id}`))).toMatchObject({ versions: [1] });
    });

    it.each([undefined, null])("400 VALIDATION naming files where they are %s", async (files) => {
      expect(await refusalOf(publish(files))).toEqual([400, "VALIDATION", "files"]);
    });

    it("accepts 100 files of 900 kB in total, and no more", async () => {
      const content = "x".repeat(9000);
      const files = Array.from({ length: 100 }, (_, index) => ({ name: `${index}`.padStart(255, "é"), content }));
      expect((await publish(files)).status).toBe(200);
      expect((await dataOf(api.get(`/skills/${id}`))).activeVersion.files).toEqual(files);
      const more = files.with(0, { name: "a", content: `${content}x` });
      expect(await refusalOf(publish(more))).toEqual([400, "VALIDATION", "files"]);
    });

    it("400 VALIDATION for files in PUT /api/v1/skills/:id, which publishes nothing", async () => {
      expect(await refusalOf(api.put(`/skills/${id}`, { files: [file] }))).toEqual([400, "VALIDATION", "files"]);
    });
  });
});
