import { beforeEach, expect, it } from "vitest";
import { testAssets } from "../support/assets";
import { describeEverywhere } from "../support/deployment";
import { client, createProject, dataOf, refusalOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";

describeEverywhere((deployment) => {
  testAssets(deployment, {
    noun: "script",
    path: "/scripts",
    idPrefix: /^scr_/,
    versionPrefix: /^scrv_/,
    required: { language: "python" },
    content: (number) => ({ content: `print(${number})` }),
    publishAt: "/publish",
    foreignPrefix: "ctx_",
  });

  let api: Client;
  beforeEach(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });

  it.each([{}, { language: null }, { language: "ruby" }])(
    "400 VALIDATION naming the language for a script with %j",
    async (fields) => {
      const script = { name: "Set up", content: "echo", ...fields };
      expect(await refusalOf(api.post("/scripts", script))).toEqual([400, "VALIDATION", "language"]);
    },
  );

  it("200 for another language, and 400 VALIDATION for none", async () => {
    const { id } = await dataOf(api.post("/scripts", { name: "Set up", language: "shell", content: "echo" }));
    expect(await dataOf(api.put(`/scripts/${id}`, { language: "python" }))).toMatchObject({ language: "python" });
    expect(await refusalOf(api.put(`/scripts/${id}`, { language: null }))).toEqual([400, "VALIDATION", "language"]);
    expect(await dataOf(api.get(`/scripts/${id}`))).toMatchObject({
      name: "Set up",
      language: "python",
      versions: [1],
    });
  });
});
