import { describe, expect, it } from "vitest";
import { testAssets } from "../support/assets";
import { describeEverywhere } from "../support/deployment";
import { dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

describeEverywhere((deployment) => {
  testAssets(deployment, {
    noun: "context",
    path: "/contexts",
    idPrefix: /^ctx_/,
    versionPrefix: /^cv_/,
    required: {},
    content: (number) => ({ content: `# Style ${number}` }),
    publishAt: "",
    foreignPrefix: "skill_",
  });

  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);

  it("names are compared without the white space around them", async () => {
    expect(await dataOf(api.post("/contexts", { name: " style " }))).toMatchObject({ name: "style" });
    expect(await refusalOf(api.post("/contexts", { name: "style\t" }))).toEqual([409, "CONFLICT"]);
  });

  describe("PUT /api/v1/contexts/:id", () => {
    it("200 with name and content in one request; the same content is also a new version", async () => {
      const { id } = await dataOf(api.post("/contexts", { name: "style", content: "Be brief." }));
      const changed = await dataOf(api.put(`/contexts/${id}`, { name: "tone", content: "Be brief." }));
      expect(changed).toMatchObject({ name: "tone", activeVersion: { version: 2 } });
      expect(changed.activeVersion).not.toHaveProperty("content");
    });

    it.each([null, "", 1])("400 VALIDATION naming content for %j", async (content) => {
      const { id } = await dataOf(api.post("/contexts", { name: "style", content: "Be brief." }));
      expect(await refusalOf(api.put(`/contexts/${id}`, { content }))).toEqual([400, "VALIDATION", "content"]);
      expect(await dataOf(api.get(`/contexts/${id}`))).toMatchObject({ versions: [1] });
    });
  });

  describe("content", () => {
    it("may have at most 900 kB in UTF-8", async () => {
      const most = "é".repeat(450_000);
      const tooMuch = api.post("/contexts", { name: "style", content: `${most}x` });
      expect(await refusalOf(tooMuch)).toEqual([400, "VALIDATION", "content"]);
      const { id } = await dataOf(api.post("/contexts", { name: "style", content: most }));
      expect((await dataOf(api.get(`/contexts/${id}`))).activeVersion.content).toBe(most);
    });

    it("is sent to the runner in parts when it is very large", async () => {
      for (const name of ["c", "a", "b"]) {
        await dataOf(api.post("/contexts", { name, content: name.repeat(900_000) }));
      }
      const namesAfter = async (after: object): Promise<string[]> => {
        const served = await job.call("context.listActive", { projectId: project.projectId, ...after });
        return served.map(({ name }: { name: string }) => name);
      };
      expect(await namesAfter({})).toEqual(["a", "b"]);
      expect(await namesAfter({ after: "b" })).toEqual(["c"]);
      expect(await namesAfter({ after: "c" })).toEqual([]);
    });

    it("is listed in shorter pages when it is very large", async () => {
      const { id } = await dataOf(api.post("/contexts", { name: "style" }));
      for (const letter of "abcde") await dataOf(api.put(`/contexts/${id}`, { content: letter.repeat(900_000) }));
      const seen: number[] = [];
      const sizes: number[] = [];
      let cursor = "";
      do {
        const { body } = await api.get(`/contexts/${id}/versions?limit=50${cursor}`);
        expect(body.hasMore).toBe(body.nextCursor !== null);
        sizes.push(body.data.length);
        seen.push(...body.data.map(({ version }: { version: number }) => version));
        cursor = body.hasMore ? `&cursor=${body.nextCursor}` : "";
      } while (cursor !== "");
      expect([sizes, seen]).toEqual([
        [2, 2, 1],
        [5, 4, 3, 2, 1],
      ]);
    });
  });
});
