import { describe, expect, it } from "vitest";
import { documentBounds } from "../../convex/learnings/documentBounds";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  deleteForGood,
  projectForEach,
  refusalOf,
  runner,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const nobody = `lv_${"0".repeat(32)}`;

/** Makes a learning, which is approved unless `status` says otherwise. */
async function createLearning(api: Client, fields: object = {}, status = "approved"): Promise<string> {
  const { id } = await dataOf(api.post("/learnings/create", { description: "Use npm ci.", ...fields }));
  await dataOf(api.post("/learnings/update-status", { learningId: id, status }));
  return id;
}

async function compile(api: Client, roleType: string, learningIds?: string[]) {
  const chosen = learningIds ?? [await createLearning(api)];
  return await dataOf(api.post("/learning-versions/compile", { roleType, learningIds: chosen }));
}

describeEverywhere((deployment) => {
  const { call, refused } = runner(deployment);
  const { project, api, stranger } = projectForEach(deployment);

  const listed = async (query = "") =>
    ((await api.get(`/learning-versions/list${query}`)).body.data as { id: string }[]).map(({ id }) => id);
  const statusOf = async (id: string) => (await dataOf(api.get(`/learning-versions/get?id=${id}`))).status;

  describe("POST /api/v1/learning-versions/compile", () => {
    it("200 with a draft of the learnings, each text once", async () => {
      const first = await createLearning(api, { category: "builds", severity: "low" });
      const double = await createLearning(api, { description: " use NPM  ci.", category: "other" });
      const plain = await createLearning(api, { description: "Ask.", trigger: "in doubt", correctBehavior: "ask" });
      const version = await compile(api, " designer ", [plain, first, double, plain]);
      expect(version).toEqual({
        id: expect.stringMatching(/^lv_[0-9A-Za-z]+$/),
        _id: version.id,
        roleType: "designer",
        version: 1,
        status: "draft",
        learningCount: 2,
        learningIds: [plain, first, double],
        content: `# Learnings for designer

## other

### Learning

- Learned: use NPM  ci.

## Uncategorized

### Learning

- When: in doubt
- Learned: Ask.
- Do: ask
`,
        createdBy: expect.stringMatching(/^user_[0-9a-z]+$/),
        createdAt: isoTime,
        activatedAt: null,
      });
      expect(await dataOf(api.get(`/learning-versions/get?id=${version.id}`))).toEqual(version);
    });

    it("200 counting versions separately for each type of role", async () => {
      const learningIds = [await createLearning(api)];
      const numbers: number[] = [];
      for (const roleType of ["designer", "checker", "designer"]) {
        numbers.push((await compile(api, roleType, learningIds)).version);
      }
      expect(numbers).toEqual([1, 1, 2]);
      expect((await compile(stranger, "designer")).version).toBe(1);
    });

    it("200 counting without gaps or doubles when versions are compiled at once", async () => {
      const learningIds = [await createLearning(api)];
      const versions = await Promise.all([1, 2, 3, 4].map(() => compile(api, "designer", learningIds)));
      expect(new Set(versions.map(({ version }) => version as number))).toEqual(new Set([1, 2, 3, 4]));
    });

    it("200 with the learning that was corrected last as the first", async () => {
      const learningIds = [
        await createLearning(api, { description: "A" }),
        await createLearning(api, { description: "B" }),
      ];
      const order = async () =>
        ((await compile(api, "designer", learningIds)).content as string).match(/(?<=Learned: ).*/g);
      expect(await order()).toEqual(["B", "A"]);
      await dataOf(api.post("/learnings/update-content", { learningId: learningIds[0], description: "A2" }));
      await dataOf(api.post("/learnings/update-status", { learningId: learningIds[1], status: "approved" }));
      expect(await order()).toEqual(["A2", "B"]);
    });

    it("200 repeating the first answer with an Idempotency-Key, compiling once", async () => {
      const request = { roleType: "designer", learningIds: [await createLearning(api)] };
      const ask = () => api.post("/learning-versions/compile", request, { "Idempotency-Key": "once" });
      const [first, second] = [await ask(), await ask()];
      expect(second.body).toEqual(first.body);
      expect(await listed()).toEqual([first.body.data.id]);
    });

    it("400 VALIDATION naming the learning that is not approved, 404 and 403 for learnings that cannot be used", async () => {
      const good = await createLearning(api);
      const inTrash = await createLearning(api);
      await dataOf(api.post("/learnings/delete", { learningId: inTrash }));
      for (const [bad, ...refusal] of [
        [await createLearning(api, {}, "pending"), 400, "VALIDATION", "learningIds.2"],
        [await createLearning(api, {}, "rejected"), 400, "VALIDATION", "learningIds.2"],
        [await createLearning(api, {}, "archived"), 400, "VALIDATION", "learningIds.2"],
        [`learn_${"0".repeat(32)}`, 404, "NOT_FOUND"],
        [inTrash, 404, "NOT_FOUND"],
        [await createLearning(stranger), 403, "FORBIDDEN"],
      ] as const) {
        const request = { roleType: "designer", learningIds: [good, good, bad] };
        expect(await refusalOf(api.post("/learning-versions/compile", request))).toEqual(refusal);
      }
      expect(await listed()).toEqual([]);
    });

    it.each<[string, string, object]>([
      ["roleType", "no role", { learningIds: ["learn_x"] }],
      ["roleType", "an empty role", { roleType: " ", learningIds: ["learn_x"] }],
      ["roleType", "too long a role", { roleType: "x".repeat(61), learningIds: ["learn_x"] }],
      ["learningIds", "no learnings", { roleType: "designer", learningIds: [] }],
      ["learningIds", "1001 learnings", { roleType: "designer", learningIds: Array.from({ length: 1001 }, () => "x") }],
      ["learningIds.0", "an empty id", { roleType: "designer", learningIds: [""] }],
    ])("400 VALIDATION with field %s for %s", async (field, _what, body) => {
      expect(await refusalOf(api.post("/learning-versions/compile", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("GET /api/v1/learning-versions/list", () => {
    it("200 in pages without documents, newest first, by role and status", async () => {
      const learningIds = [await createLearning(api)];
      const first = await compile(api, "designer", learningIds);
      const second = await compile(api, "checker", learningIds);
      const third = await compile(api, "designer", learningIds);
      await dataOf(api.post("/learning-versions/activate", { versionId: third.id }));
      const { content, learningIds: _ids, ...shown } = first;
      const page = await api.get("/learning-versions/list?limit=2");
      expect(page.body).toMatchObject({ data: [{ id: third.id }, { id: second.id }], hasMore: true });
      expect((await api.get(`/learning-versions/list?limit=2&cursor=${page.body.nextCursor}`)).body).toEqual({
        data: [shown],
        nextCursor: null,
        hasMore: false,
      });
      expect(content).toContain("Use npm ci.");
      expect(await listed("?roleType=designer")).toEqual([third.id, first.id]);
      expect(await listed("?status=draft")).toEqual([second.id, first.id]);
      expect(await listed("?status=draft&roleType=designer")).toEqual([first.id]);
      expect(await listed("?status=archived")).toEqual([]);
    });

    it.each(["status=approved", "roleType=", "limit=101", "cursor=x", "role=designer"])(
      "400 VALIDATION naming the parameter for ?%s",
      async (query) => {
        const answer = api.get(`/learning-versions/list?${query}`);
        expect(await refusalOf(answer)).toEqual([400, "VALIDATION", query.split("=", 1)[0]]);
      },
    );
  });

  describe("activation", () => {
    it("200 making a version the active one of its role, and the previous one archived", async () => {
      const learningIds = [await createLearning(api)];
      const first = await compile(api, "designer", learningIds);
      const other = await compile(api, "checker", learningIds);
      const second = await compile(api, "designer", learningIds);
      for (const { id } of [first, other]) await dataOf(api.post("/learning-versions/activate", { versionId: id }));
      expect(await dataOf(api.get("/learning-versions/active?roleType=designer"))).toEqual({
        ...first,
        status: "active",
        activatedAt: isoTime,
      });
      const activated = await dataOf(api.post("/learning-versions/activate", { versionId: second.id }));
      expect(activated).toEqual({ ...second, status: "active", activatedAt: isoTime });
      expect(await dataOf(api.get("/learning-versions/active?roleType=designer"))).toEqual(activated);
      expect([await statusOf(first.id), await statusOf(other.id)]).toEqual(["archived", "active"]);
    });

    it("200 activating an archived version again, and changing nothing for the active one", async () => {
      const { id: versionId } = await compile(api, "designer");
      const activated = await dataOf(api.post("/learning-versions/activate", { versionId }));
      expect(await dataOf(api.post("/learning-versions/activate", { versionId }))).toEqual(activated);
      await dataOf(api.post("/learning-versions/deactivate", { versionId }));
      expect(await dataOf(api.post("/learning-versions/activate", { versionId }))).toMatchObject({ status: "active" });
    });

    it("200 deactivating: archived, and none is active", async () => {
      const { id: versionId, ...version } = await compile(api, "designer");
      await dataOf(api.post("/learning-versions/activate", { versionId }));
      expect(await dataOf(api.post("/learning-versions/deactivate", { versionId }))).toEqual({
        ...version,
        id: versionId,
        status: "archived",
        activatedAt: isoTime,
      });
      const active = api.get("/learning-versions/active?roleType=designer");
      expect(await refusalOf(active)).toEqual([404, "NOT_FOUND"]);
    });

    it("409 CONFLICT deactivating what is not active", async () => {
      const { id: versionId } = await compile(api, "designer");
      const deactivate = () => api.post("/learning-versions/deactivate", { versionId });
      expect(await refusalOf(deactivate())).toEqual([409, "CONFLICT"]);
      await dataOf(api.post("/learning-versions/activate", { versionId }));
      await dataOf(deactivate());
      expect((await deactivate()).body.error.message).toContain("archived");
    });

    it("leaves one version active when several are activated at once", async () => {
      const learningIds = [await createLearning(api)];
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.push((await compile(api, "designer", learningIds)).id);
      await Promise.all(ids.map((versionId) => dataOf(api.post("/learning-versions/activate", { versionId }))));
      expect(await listed("?status=active")).toHaveLength(1);
    });
  });

  it("403 and 404 for versions that cannot be used, which stay unchanged", async () => {
    const version = await compile(api, "designer");
    const asks = (asking: Client, id: string) => [
      asking.get(`/learning-versions/get?id=${id}`),
      asking.post("/learning-versions/activate", { versionId: id }),
      asking.post("/learning-versions/deactivate", { versionId: id }),
    ];
    for (const answer of asks(stranger, version.id)) expect(await refusalOf(answer)).toEqual([403, "FORBIDDEN"]);
    for (const answer of asks(api, nobody)) expect(await refusalOf(answer)).toEqual([404, "NOT_FOUND"]);
    expect(await dataOf(api.get(`/learning-versions/get?id=${version.id}`))).toEqual(version);
    const ofStranger = stranger.get("/learning-versions/active?roleType=designer");
    expect(await refusalOf(ofStranger)).toEqual([404, "NOT_FOUND"]);
  });

  it.each([
    ["get", "id"],
    ["active", "roleType"],
  ])("400 VALIDATION for GET %s without %s", async (path, field) => {
    expect(await refusalOf(api.get(`/learning-versions/${path}`))).toEqual([400, "VALIDATION", field]);
  });

  describe("callback learningVersion.getActive and learning.getCompiled", () => {
    it("are null, and the text of all approved learnings, when no version is active", async () => {
      const { projectId } = project;
      await createLearning(api, { description: "For checkers.", applicableRoles: ["checker"] });
      await createLearning(api, { description: "For all." });
      await createLearning(api, { description: "Not approved." }, "pending");
      expect(await call("learningVersion.getActive", { projectId, roleType: "designer" })).toBe(null);
      expect(await call("learning.getCompiled", { projectId, role: "designer" })).toEqual({
        learningCount: 1,
        content: "# Learnings for designer\n\n## Uncategorized\n\n### Learning\n\n- Learned: For all.\n",
      });
    });

    it("are the active version of the role", async () => {
      const { projectId } = project;
      const { id: versionId } = await compile(api, "designer");
      const version = await dataOf(api.post("/learning-versions/activate", { versionId }));
      await createLearning(api, { description: "Later." });
      expect(await call("learningVersion.getActive", { projectId, roleType: "designer" })).toEqual(version);
      const { content, learningCount } = version;
      const compiled = await call("learning.getCompiled", { projectId, role: "designer" });
      expect(compiled).toEqual({ content, learningCount, versionId });
    });

    it("are refused for a project that does not exist, and without a role", async () => {
      const { projectId } = project;
      for (const [operation, role] of [
        ["learningVersion.getActive", "roleType"],
        ["learning.getCompiled", "role"],
      ] as const) {
        const unknown = await refused(operation, { projectId: "proj_x", [role]: "designer" });
        expect(unknown).toEqual([400, "There is no project with the id proj_x."]);
        expect(await refused(operation, { projectId })).toEqual([400, expect.stringContaining(`args.${role} `)]);
      }
    });
  });
});

describe("learnings that are too large for one document", () => {
  const deployment = inProcess();
  const job = runner(deployment);

  it("do not hide a learning of one role behind a thousand newer ones of another role, which are reported as left out", async () => {
    const { apiKey, projectId } = await createProject(deployment);
    const api = client(deployment, apiKey);
    await createLearning(api, { description: "For judges.", applicableRoles: ["judge", "checker"] });
    await createLearning(api, { description: "For all." });
    const sandboxId = await createSandbox(job, {
      issueSessionId: (await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }))).id,
    });
    for (let batch = 0; batch < 10; batch += 1) {
      const learnings = Array.from({ length: 100 }, (_, index) => {
        const content = `For designers ${batch} ${index}.`;
        return { sandboxId, content, category: "builds", applicableRoles: ["designer"] };
      });
      const { ids: learningIds } = await job.call("learning.bulkStore", { learnings });
      await dataOf(api.post("/learnings/bulk-update-status", { learningIds, status: "approved" }));
    }
    const told = "# Learnings for judge\n\n## Uncategorized\n\n### Learning\n\n- Learned: For all.\n\n### Learning\n\n";
    const compiled = { content: `${told}- Learned: For judges.\n`, learningCount: 2 };
    const preview = await dataOf(api.get("/learnings/preview?roleType=judge"));
    expect(preview).toEqual({ ...compiled, roleType: "judge" });
    expect(await job.call("learning.getCompiled", { projectId, role: "judge" })).toEqual(compiled);
    expect(await dataOf(api.get("/learnings/preview?roleType=designer"))).toMatchObject({
      learningCount: documentBounds.maxOfRoles,
      omitsOlder: true,
    });

    const steps = [{ role: "judge", name: "Judge" }];
    const workflowId = await createWorkflow(api, { steps });
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Judge." }));
    const { run } = await job.call("job.claim", { runnerId: "r", kinds: ["run.execute"] });
    expect(run).toMatchObject({ id: runId, learnings: [{ role: "judge", ...compiled }] });
  });

  it("are refused when compiled, with their ids, and the oldest are left out of previews", async () => {
    const { apiKey } = await createProject(deployment);
    const api = client(deployment, apiKey);
    const learningIds: string[] = [];
    // Each learning has 30 kB, because its characters are not ASCII.
    for (let count = 0; count < 31; count += 1) {
      learningIds.push(
        await createLearning(api, { description: `${String(count).padStart(2, "0")}${"項".repeat(9_900)}` }),
      );
    }
    const all = api.post("/learning-versions/compile", { roleType: "designer", learningIds });
    expect(await refusalOf(all)).toEqual([400, "VALIDATION", "learningIds"]);
    const { learningCount, content } = await dataOf(api.get("/learnings/preview"));
    expect(learningCount).toBe(30);
    expect(content).not.toContain("Learned: 00");
    const once = { "Idempotency-Key": "once" };
    const request = { roleType: "designer", learningIds: learningIds.slice(1) };
    const compiled = await dataOf(api.post("/learning-versions/compile", request, once));
    expect(compiled.learningCount).toBe(30);
    expect(await dataOf(api.post("/learning-versions/compile", request, once))).toEqual(compiled);
  });
});

it("learnings and versions are deleted with their project, and those of other projects are not", async () => {
  const deployment = inProcess();
  const tables = ["learnings", "learningCounts", "learningVersions", "learningDocuments"];
  const rows = async () => {
    const documents = await deployment.documents();
    return tables.map((table) => documents[table]?.length);
  };
  const other = await createProject(deployment, "Other");
  await compile(client(deployment, other.apiKey), "designer");
  const ofOther = await rows();
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const learningIds = [await createLearning(api)];
  // These are more than one batch of documents, because documents can be large.
  for (let count = 0; count < 12; count += 1) await compile(api, "designer", learningIds);
  expect((await rows()).at(-1)).toBe(13);
  await deleteForGood(deployment, api);
  await deployment.settled();
  expect(await rows()).toEqual(ofOther);
});
