// The artifacts of runs: files that a runner uploads and that people look at, which may be hostile.
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import {
  bearer,
  callbackWith,
  createSandbox,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";

const png = new Uint8Array(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describeEverywhere((deployment) => {
  const upload = (url: string, bytes: Uint8Array<ArrayBuffer>) => deployment.upload(url, bytes);
  const job = runner(deployment);
  const { api, project, stranger } = projectForEach(deployment);
  let runId: string;
  let sandboxId: string;
  beforeEach(async () => {
    runId = (await startRun(api)).id;
    sandboxId = await createSandbox(job, { runId });
  });

  const about = (changes: object = {}) => ({
    sandboxId,
    name: "shots/home.png",
    mediaType: "image/png",
    size: png.length,
    sha256: digestOf(png),
    ...changes,
  });
  const begin = (changes: object = {}) => job.call("artifact.begin", about(changes));
  const finish = (artifactId: string, storageId: string) => job.call("artifact.finish", { artifactId, storageId });
  async function store(changes: object = {}, bytes: Uint8Array<ArrayBuffer> = png) {
    const { artifactId, uploadUrl } = await begin({ size: bytes.length, sha256: digestOf(bytes), ...changes });
    const storageId = await upload(uploadUrl, bytes);
    return { storageId, ...(await finish(artifactId, storageId)) };
  }
  /** Asks with an artifact of another project. A file that no artifact has is lost by this. */
  async function fateOf(storageId: string): Promise<"kept" | "gone" | "lost"> {
    const theirSandbox = await createSandbox(job, { runId: (await startRun(stranger)).id });
    const { artifactId } = await job.call("artifact.begin", about({ sandboxId: theirSandbox, size: 1 }));
    const [, sentence] = await job.refused("artifact.finish", { artifactId, storageId });
    if (sentence.includes("another artifact")) return "kept";
    return sentence.includes("was uploaded") ? "gone" : "lost";
  }
  const listed = async (more = "", id = runId) => dataOf(api.get(`/runs/artifacts?id=${id}${more}`));
  const content = (id: string, apiKey = project.apiKey) =>
    deployment.fetch(`/api/v1/artifacts/${id}/content`, { headers: bearer(apiKey) });

  describe("an upload", () => {
    it("is begun, uploaded and finished, and then listed and part of the proof", async () => {
      const { artifactId, uploadUrl } = await begin();
      expect(artifactId).toMatch(/^art_/);
      expect(uploadUrl).toMatch(/^https?:/);
      expect(await listed()).toEqual([]);
      const finished = await finish(artifactId, await upload(uploadUrl, png));
      expect(finished).toEqual({
        id: artifactId,
        _id: artifactId,
        runId,
        stepId: null,
        sandboxId,
        name: "shots/home.png",
        mediaType: "image/png",
        size: png.length,
        sha256: digestOf(png),
        createdAt: expect.stringMatching(/Z$/),
      });
      expect(await listed()).toEqual([finished]);
      expect((await dataOf(api.get(`/runs/proof?id=${runId}`))).artifacts).toEqual([finished]);
      const events = await dataOf(api.get(`/runs/events?id=${runId}`));
      expect(events).toContainEqual(
        expect.objectContaining({ type: "artifact", data: expect.objectContaining({ artifactId, stepId: null }) }),
      );
    });

    it("finishing again answers the same, and another file is refused", async () => {
      const { storageId, ...first } = await store();
      expect(await finish(first.id, storageId)).toEqual(first);
      const other = await upload((await begin({ name: "other" })).uploadUrl, png);
      expect(await job.refused("artifact.finish", { artifactId: first.id, storageId: other })).toEqual([
        400,
        expect.stringContaining("storageId"),
      ]);
      expect(await listed()).toEqual([first]);
    });

    it.each<[string, Uint8Array<ArrayBuffer>]>([
      ["another size", new Uint8Array([...png, 0])],
      ["another digest", new Uint8Array([...png.subarray(1), 0])],
    ])("400 for %s: the bytes are gone, and the right ones can still come", async (_what, bytes) => {
      const { artifactId, uploadUrl } = await begin();
      const wrong = await upload(uploadUrl, bytes);
      const [status, sentence] = await job.refused("artifact.finish", { artifactId, storageId: wrong });
      expect([status, sentence]).toEqual([400, expect.stringContaining("size and the sha256")]);
      expect(await fateOf(wrong)).toBe("gone");
      expect(await listed()).toEqual([]);
      await finish(artifactId, await upload(uploadUrl, png));
      expect(await listed()).toHaveLength(1);
    });

    it("400 for the file of another artifact, which stays: also with other bytes, and from another project", async () => {
      const { storageId, id } = await store();
      for (const sha256 of [digestOf(png), "0".repeat(64)]) {
        const { artifactId } = await begin({ name: "other.png", sha256 });
        expect(await job.refused("artifact.finish", { artifactId, storageId })).toEqual([
          400,
          "storageId must not be that of another artifact.",
        ]);
      }
      const token = (await dataOf(stranger.post("/project/runner-tokens/generate", { name: "Theirs" }))).token;
      const theirs = callbackWith(deployment, token);
      const theirRun = (await startRun(stranger)).id;
      const theirSandbox = await createSandbox(job, { runId: theirRun });
      const { artifactId } = await theirs.call("artifact.begin", about({ sandboxId: theirSandbox, size: 5 }));
      expect(await theirs.refused("artifact.finish", { artifactId, storageId })).toEqual([
        400,
        "storageId must not be that of another artifact.",
      ]);
      expect((await content(id)).status).toBe(200);
    });

    it("400 for what is not the id of a file, and for an artifact that does not exist", async () => {
      const { artifactId } = await begin();
      for (const storageId of ["", "x", artifactId, runId.slice(2)]) {
        const [status, sentence] = await job.refused("artifact.finish", { artifactId, storageId });
        expect([status, sentence]).toEqual([400, "storageId must be that of a file that was uploaded."]);
      }
      expect((await job.refused("artifact.finish", { artifactId: "art_x", storageId: "x" }))[0]).toBe(400);
    });

    it.each<[string, object]>([
      ["name", { name: "" }],
      ["name", { name: "/etc/passwd" }],
      ["name", { name: "a/../../b" }],
      ["name", { name: "a\\..\\b" }],
      ["name", { name: "C:\\x" }],
      ["name", { name: "a\r\nSet-Cookie: b" }],
      ["name", { name: "a\u2028b" }],
      ["name", { name: "x".repeat(256) }],
      ["mediaType", { mediaType: "picture" }],
      ["mediaType", { mediaType: "image/png\r\nX: y" }],
      ["mediaType", { mediaType: "image/png, text/html" }],
      ["size", { size: 0 }],
      ["size", { size: 20_000_001 }],
      ["size", { size: 1.5 }],
      ["sha256", { sha256: "x".repeat(64) }],
      ["sha256", { sha256: "0".repeat(63) }],
      ["extra", { extra: 1 }],
    ])("400 naming %s: %j", async (field, changes) => {
      const [status, sentence] = await job.refused("artifact.begin", about(changes));
      expect([status, sentence]).toEqual([400, expect.stringContaining(field)]);
    });

    it("400 for a sandbox of no run, and for a step of another run", async () => {
      const { id: other } = await startRun(api);
      const step = { runId: other, stepIndex: 0, role: "designer", name: "Design" };
      const stepId = (await job.call("runStep.create", step)).id;
      expect(await job.refused("artifact.begin", about({ stepId }))).toEqual([400, expect.stringContaining("stepId")]);
      expect((await job.refused("artifact.begin", about({ sandboxId: "sb_x" })))[0]).toBe(400);
    });

    it("only a runner that may name the sandbox begins and finishes", async () => {
      const token = (await dataOf(stranger.post("/project/runner-tokens/generate", { name: "Theirs" }))).token;
      const theirs = callbackWith(deployment, token);
      expect(await theirs.refused("artifact.begin", about())).toEqual([400, expect.stringContaining("no sandbox")]);
      const { artifactId, uploadUrl } = await begin();
      const storageId = await upload(uploadUrl, png);
      expect(await theirs.refused("artifact.finish", { artifactId, storageId })).toEqual([
        400,
        expect.stringContaining("no artifact"),
      ]);
      const own = callbackWith(
        deployment,
        (await dataOf(api.post("/project/runner-tokens/generate", { name: "Ours" }))).token,
      );
      expect(await own.call("artifact.finish", { artifactId, storageId })).toMatchObject({ id: artifactId });
    });
  });

  describe("a name", () => {
    it("of the same step takes the place of the earlier one, whose bytes go; of another step it is another", async () => {
      const first = await store();
      const step = { runId, stepIndex: 0, role: "designer", name: "Design" };
      const stepId = (await job.call("runStep.create", step)).id;
      const ofStep = await store({ stepId });
      const bytes = new Uint8Array(Buffer.from("other bytes"));
      const { storageId: _id, ...second } = await store({}, bytes);
      expect(await fateOf(first.storageId)).toBe("gone");
      expect((await content(first.id)).status).toBe(404);
      expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([second.id, ofStep.id]);
      expect((await listed(`&stepId=${stepId}`)).map(({ id }: { id: string }) => id)).toEqual([ofStep.id]);
    });

    it("that was begun twice belongs to the later upload", async () => {
      const lost = await begin();
      await store();
      expect((await job.refused("artifact.finish", { artifactId: lost.artifactId, storageId: "x" }))[0]).toBe(400);
      expect(await listed()).toHaveLength(1);
    });
  });

  describe("a run", () => {
    it("can reserve 500 MB, and a replacement counts once", async () => {
      const largest = { size: 20_000_000, sha256: "0".repeat(64) };
      for (let at = 0; at < 25; at++) await begin({ ...largest, name: `${at}.bin` });
      const refused = await job.refused("artifact.begin", about({ name: "more.bin", size: 1 }));
      expect(refused).toEqual([400, expect.stringContaining("size must leave")]);
      await begin({ ...largest, name: "3.bin" });
      await begin({ name: "3.bin", size: 19_999_999 });
      await begin({ name: "more.bin", size: 1 });
      expect((await job.refused("artifact.begin", about({ ...largest, name: "3.bin" })))[0]).toBe(400);
    });

    it("can have 200 artifacts, and one of them can be replaced", async () => {
      for (let at = 0; at < 200; at++) await begin({ name: `${at}.png` });
      const refused = await job.refused("artifact.begin", about({ name: "more.png" }));
      expect(refused).toEqual([400, expect.stringContaining("name must be one of the run's 200")]);
      await store({ name: "7.png" });
      await store({ name: "7.png" });
      expect(await listed()).toHaveLength(1);
    });
  });

  describe("GET /artifacts/:id/content", () => {
    it.each<[string, string, string, string]>([
      ["image/png", "a.png", "image/png", "inline"],
      ["IMAGE/JPEG; q=1", "a.jpg", "image/jpeg", "inline"],
      ["image/gif", "a.gif", "image/gif", "inline"],
      ["image/webp", "a.webp", "image/webp", "inline"],
      ["text/plain", "a.txt", "text/plain; charset=utf-8", "attachment"],
      ["text/plain; charset=utf-16", "a.txt", "text/plain; charset=utf-8", "attachment"],
      ["application/json", "a.json", "text/plain; charset=utf-8", "attachment"],
      ["text/html", "a.html", "application/octet-stream", "attachment"],
      ["image/svg+xml", "a.svg", "application/octet-stream", "attachment"],
      ["application/xhtml+xml", "a.png", "application/octet-stream", "attachment"],
      ["application/pdf", "a.pdf", "application/octet-stream", "attachment"],
      ["text/javascript", "a.js", "application/octet-stream", "attachment"],
      ["video/mp4", "a.mp4", "application/octet-stream", "attachment"],
    ])("sends %s, %s, as %s, %s", async (mediaType, name, type, disposition) => {
      const bytes = new Uint8Array(Buffer.from("<script>alert(1)</script>"));
      const { id } = await store({ mediaType, name }, bytes);
      const response = await content(id);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
        "content-disposition": `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
        "cache-control": "no-store",
        "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    });

    it("writes the name so that no header can be made of it", async () => {
      const { id } = await store({ name: `dir/a";x='ü%€ 日(1).png` });
      expect((await content(id)).headers.get("Content-Disposition")).toBe(
        `inline; filename="a__x_____ _(1).png"; filename*=UTF-8''a%22%3Bx%3D%27%C3%BC%25%E2%82%AC%20%E6%97%A5%281%29.png`,
      );
    });

    it("403 for another project's key, 404 before it is finished, 401 without a key, 400 for a parameter", async () => {
      const { id } = await store();
      expect((await content(id, await keyOf(stranger))).status).toBe(403);
      expect((await content((await begin({ name: "b" })).artifactId)).status).toBe(404);
      expect((await content("art_x")).status).toBe(404);
      expect((await deployment.fetch(`/api/v1/artifacts/${id}/content`)).status).toBe(401);
      const withParameter = await deployment.fetch(`/api/v1/artifacts/${id}/content?as=html`, {
        headers: bearer(project.apiKey),
      });
      expect(withParameter.status).toBe(400);
    });

    it("403 for a key without runs:read", async () => {
      const { id } = await store();
      const { apiKey } = await deployment.action(internal.admin.projects.createKey, {
        projectId: project.projectId,
        name: "Other",
        scopes: ["workflows:read"],
      });
      expect((await content(id, apiKey)).status).toBe(403);
    });
  });

  describe("GET /runs/artifacts", () => {
    it("pages, newest first", async () => {
      for (const name of ["a", "b", "c"]) await store({ name });
      const first = await api.get(`/runs/artifacts?id=${runId}&limit=2`);
      expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(["c", "b"]);
      expect(first.body.hasMore).toBe(true);
      const second = await api.get(`/runs/artifacts?id=${runId}&limit=2&cursor=${first.body.nextCursor}`);
      expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(["a"]);
    });

    it("403 for another project, 404 for a step that does not exist", async () => {
      expect(await refusalOf(stranger.get(`/runs/artifacts?id=${runId}`))).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.get(`/runs/artifacts?id=${runId}&stepId=rs_x`))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.get(`/runs/artifacts`))).toEqual([400, "VALIDATION", "id"]);
    });
  });

  describe("with their run", () => {
    it("artifacts are in the trash, come back from it, and go with their bytes for good", async () => {
      const { id, storageId } = await store();
      const { artifactId } = await begin({ name: "begun.png" });
      await dataOf(api.post("/runs/delete", { runId }));
      expect((await content(id)).status).toBe(404);
      expect((await api.get(`/runs/artifacts?id=${runId}`)).status).toBe(404);
      expect((await job.refused("artifact.begin", about()))[0]).toBe(400);
      expect((await job.refused("artifact.finish", { artifactId, storageId }))[0]).toBe(400);
      expect(await fateOf(storageId)).toBe("kept");
      await dataOf(api.post("/runs/restore", { runId }));
      expect((await content(id)).status).toBe(200);
      await dataOf(api.post("/runs/delete", { runId }));
      await dataOf(api.post("/runs/permanent-delete", { runId }));
      await vi.waitUntil(async () => (await fateOf(storageId)) !== "kept", { timeout: 10_000 });
      expect(await fateOf(storageId)).toBe("gone");
      expect((await content(id)).status).toBe(404);
    });

    it("the bytes go when the project is deleted", async () => {
      const { storageId } = await store();
      await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: "0" });
      await dataOf(api.post("/project/delete"));
      await vi.waitUntil(async () => (await fateOf(storageId)) !== "kept", { timeout: 10_000 });
      expect(await fateOf(storageId)).toBe("gone");
    });
    afterEach(() => deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: null }));
  });

  describe("patterns of a step", () => {
    const step = { role: "designer", name: "Design" };

    it("are shown with the workflow and given to the runner", async () => {
      const patterns = ["shots/**/*.png", "report.html"];
      const workflowId = await createWorkflow(api, { steps: [{ ...step, artifacts: patterns }, step] });
      expect((await dataOf(api.get(`/workflows/${workflowId}`))).steps).toMatchObject([
        { artifacts: patterns },
        { artifacts: [] },
      ]);
      const { id } = await startRun(api, { workflowId });
      expect((await job.call("run.getDelivery", { runId: id })).steps).toMatchObject([
        { artifacts: patterns },
        { artifacts: [] },
      ]);
    });

    it.each<[string, unknown]>([
      ["steps.0.artifacts", Array.from({ length: 21 }, (_, at) => `${at}.png`)],
      ["steps.0.artifacts.0", ["/etc/*"]],
      ["steps.0.artifacts.1", ["a", "../*"]],
      ["steps.0.artifacts.0", [""]],
      ["steps.0.artifacts", "a.png"],
    ])("400 VALIDATION naming %s: %j", async (field, artifacts) => {
      const body = { name: "Build", steps: [{ ...step, artifacts }] };
      expect(await refusalOf(api.post("/workflows", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  async function keyOf(other: typeof api): Promise<string> {
    return (await dataOf(other.post("/project/api-keys/generate", { name: "Theirs", scopes: ["runs:read"] }))).key;
  }
});
