import { beforeEach, describe, expect, it } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, createProject, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const nobody = `learn_${"0".repeat(32)}`;

async function createLearning(api: Client, fields: object = {}): Promise<string> {
  return (await dataOf(api.post("/learnings/create", { description: "Use npm ci.", ...fields }))).id;
}

const everything = {
  description: "Use npm ci.",
  trigger: "in CI",
  correctBehavior: "npm ci",
  severity: "high",
  category: "builds",
  applicableRoles: ["designer", "checker"],
};

describeEverywhere((deployment) => {
  const { project, api, stranger } = projectForEach(deployment);

  const listed = async (query = "") =>
    ((await api.get(`/learnings/list${query}`)).body.data as { id: string }[]).map(({ id }) => id);
  const trashed = async (learningId: string) => {
    await dataOf(api.post("/learnings/delete", { learningId }));
    return learningId;
  };
  const counted = async () => [
    await dataOf(api.get("/learnings/stats")),
    (await dataOf(api.get("/project/counters"))).totalLearnings,
  ];

  describe("POST /api/v1/learnings/create", () => {
    it("200 with the learning, pending", async () => {
      const { status, body } = await api.post("/learnings/create", everything);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...everything,
        id: expect.stringMatching(/^learn_[0-9a-z]+$/),
        _id: body.data.id,
        status: "pending",
        sandboxId: null,
        runId: null,
        createdAt: isoTime,
        updatedAt: isoTime,
      });
    });

    it("200 with null for fields that are missing or null, and each role once", async () => {
      const bare = { trigger: null, correctBehavior: null, severity: null, category: null, applicableRoles: [] };
      for (const given of [{}, { ...bare, applicableRoles: null }]) {
        expect(await dataOf(api.post("/learnings/create", { description: " A ", ...given }))).toMatchObject({
          ...bare,
          description: "A",
        });
      }
      const applicableRoles = ["b", " a ", "b"];
      expect(await dataOf(api.post("/learnings/create", { description: "A", applicableRoles }))).toMatchObject({
        applicableRoles: ["b", "a"],
      });
    });

    it.each<[string, string, object]>([
      ["description", "no description", {}],
      ["description", "an empty description", { description: "  " }],
      ["description", "too long a description", { description: "x".repeat(10_001) }],
      ["trigger", "too long a trigger", { description: "A", trigger: "x".repeat(2001) }],
      ["correctBehavior", "too long a correctBehavior", { description: "A", correctBehavior: "x".repeat(10_001) }],
      ["severity", "an unknown severity", { description: "A", severity: "urgent" }],
      ["category", "an empty category", { description: "A", category: "" }],
      ["category", "too long a category", { description: "A", category: "x".repeat(101) }],
      ["applicableRoles", "roles that are not a list", { description: "A", applicableRoles: "designer" }],
      ["applicableRoles.1", "an empty role", { description: "A", applicableRoles: ["a", ""] }],
      ["applicableRoles", "too many roles", { description: "A", applicableRoles: Array.from("abcdefghijklmnopqrstu") }],
      ["status", "a status", { description: "A", status: "approved" }],
      ["sandboxId", "a sandbox", { description: "A", sandboxId: "sb_x" }],
    ])("400 VALIDATION with field %s for %s, creating nothing", async (field, _what, body) => {
      expect(await refusalOf(api.post("/learnings/create", body))).toEqual([400, "VALIDATION", field]);
      expect(await listed()).toEqual([]);
    });
  });

  describe("GET /api/v1/learnings/list", () => {
    it("200 in pages, newest first, those in the trash left out", async () => {
      const ids = [await createLearning(api), await createLearning(api), await createLearning(api)];
      await trashed(await createLearning(api));
      const first = await api.get("/learnings/list?limit=2");
      expect(first.body).toEqual({
        data: [expect.anything(), expect.anything()],
        nextCursor: expect.any(String),
        hasMore: true,
      });
      const second = await api.get(`/learnings/list?limit=2&cursor=${first.body.nextCursor}`);
      expect(second.body).toMatchObject({ nextCursor: null, hasMore: false });
      const shown = [...first.body.data, ...second.body.data] as { id: string }[];
      expect(shown.map(({ id }) => id)).toEqual(ids.toReversed());
    });

    it("200 with the learnings that match the filters", async () => {
      const plain = await createLearning(api);
      const built = await createLearning(api, { category: "builds" });
      const approved = await createLearning(api, { category: "builds" });
      await dataOf(api.post("/learnings/update-status", { learningId: approved, status: "approved" }));
      expect(await listed("?status=pending")).toEqual([built, plain]);
      expect(await listed("?category=builds")).toEqual([approved, built]);
      expect(await listed("?category=builds&status=approved")).toEqual([approved]);
      expect(await listed("?category=build")).toEqual([]);
    });

    it.each(["status=open", "category=", "limit=0", "limit=101", "cursor=x", "severity=low"])(
      "400 VALIDATION naming the parameter for ?%s",
      async (query) => {
        const answer = api.get(`/learnings/list?${query}`);
        expect(await refusalOf(answer)).toEqual([400, "VALIDATION", query.split("=", 1)[0]]);
      },
    );

    it("400 VALIDATION for the cursor of other filters", async () => {
      await createLearning(api);
      await createLearning(api);
      const { nextCursor } = (await api.get("/learnings/list?limit=1")).body;
      const answer = api.get(`/learnings/list?limit=1&status=pending&cursor=${nextCursor}`);
      expect(await refusalOf(answer)).toEqual([400, "VALIDATION", "cursor"]);
    });
  });

  describe("GET /api/v1/learnings/stats", () => {
    const byStatus = { pending: 0, approved: 0, rejected: 0, archived: 0 };

    it("200 with zeros when there are no learnings", async () => {
      expect(await counted()).toEqual([{ total: 0, byStatus, byCategory: {} }, 0]);
    });

    it("200 with the right numbers after every change, like the project's counter", async () => {
      const first = await createLearning(api, { category: "builds" });
      const second = await createLearning(api, { category: "__proto__" });
      await createLearning(api, { category: "ünïcode $" });
      await createLearning(api);
      expect(await counted()).toEqual([
        {
          total: 4,
          byStatus: { ...byStatus, pending: 4 },
          byCategory: Object.fromEntries([
            ["builds", 1],
            ["__proto__", 1],
            ["ünïcode $", 1],
          ]),
        },
        4,
      ]);
      await dataOf(api.post("/learnings/update-content", { learningId: second, category: "builds" }));
      await dataOf(api.post("/learnings/bulk-update-status", { learningIds: [first, second], status: "rejected" }));
      const after = {
        total: 4,
        byStatus: { ...byStatus, pending: 2, rejected: 2 },
        byCategory: { builds: 2, "ünïcode $": 1 },
      };
      expect(await counted()).toEqual([after, 4]);
      await trashed(second);
      const without = {
        total: 3,
        byStatus: { ...byStatus, pending: 2, rejected: 1 },
        byCategory: { builds: 1, "ünïcode $": 1 },
      };
      expect(await counted()).toEqual([without, 3]);
      await dataOf(api.post("/learnings/restore", { learningId: second }));
      expect(await counted()).toEqual([after, 4]);
      await dataOf(api.post("/learnings/bulk-delete", { learningIds: [first, second] }));
      await dataOf(api.post("/learnings/permanent-delete", { learningId: first }));
      const left = { total: 2, byStatus: { ...byStatus, pending: 2 }, byCategory: { "ünïcode $": 1 } };
      expect(await counted()).toEqual([left, 2]);
    });
  });

  describe("GET /api/v1/learnings/preview", () => {
    it("200 with the text of all approved learnings, or of those of one type of role", async () => {
      expect(await dataOf(api.get("/learnings/preview"))).toEqual({ content: "", learningCount: 0 });
      const learningIds = [
        await createLearning(api, { description: "For all." }),
        await createLearning(api, { description: "For designers.", applicableRoles: ["designer"] }),
        await createLearning(api, { description: "For checkers.", applicableRoles: ["checker", "judge"] }),
        await trashed(await createLearning(api, { description: "In the trash." })),
      ];
      await createLearning(api, { description: "Not approved." });
      const approved = { learningIds: learningIds.slice(0, 3), status: "approved" };
      await dataOf(api.post("/learnings/bulk-update-status", approved));
      expect(await dataOf(api.get("/learnings/preview"))).toEqual({
        learningCount: 3,
        content: `# Learnings

## Uncategorized

### Learning

- Learned: For checkers.

### Learning

- Learned: For designers.

### Learning

- Learned: For all.
`,
      });
      expect(await dataOf(api.get("/learnings/preview?roleType=checker"))).toEqual({
        learningCount: 2,
        roleType: "checker",
        content: expect.stringMatching(/^# Learnings for checker\n[^]*For checkers\.[^]*For all\.\n$/),
      });
    });

    it("400 VALIDATION for an empty role", async () => {
      expect(await refusalOf(api.get("/learnings/preview?roleType="))).toEqual([400, "VALIDATION", "roleType"]);
    });
  });

  describe("POST /api/v1/learnings/update-status", () => {
    it("200 from every status to every other", async () => {
      const learningId = await createLearning(api);
      // In this order every status follows every other one at some point.
      const [p, a, r, x] = ["pending", "approved", "rejected", "archived"];
      for (const status of [a, p, r, p, x, a, r, a, x, r, x, p]) {
        const learning = await dataOf(api.post("/learnings/update-status", { learningId, status }));
        expect(learning).toMatchObject({ id: learningId, status, description: "Use npm ci." });
      }
    });

    it("400 VALIDATION for a value that is not a status", async () => {
      const learningId = await createLearning(api);
      for (const status of ["open", null, 1, undefined]) {
        const answer = api.post("/learnings/update-status", { learningId, status });
        expect(await refusalOf(answer)).toEqual([400, "VALIDATION", "status"]);
      }
    });
  });

  describe("POST /api/v1/learnings/update-content", () => {
    it("200 changing what is given, clearing what is null, and leaving the status", async () => {
      const { id: learningId, ...created } = await dataOf(api.post("/learnings/create", everything));
      await dataOf(api.post("/learnings/update-status", { learningId, status: "approved" }));
      const changes = { description: "Use npm ci in CI.", severity: null, applicableRoles: null };
      expect(await dataOf(api.post("/learnings/update-content", { learningId, ...changes }))).toEqual({
        ...created,
        id: learningId,
        description: "Use npm ci in CI.",
        severity: null,
        applicableRoles: [],
        status: "approved",
        updatedAt: isoTime,
      });
      const further = { trigger: null, correctBehavior: null, category: null };
      expect(await dataOf(api.post("/learnings/update-content", { learningId, ...further }))).toMatchObject(further);
    });

    it("400 VALIDATION for a description that is null or empty", async () => {
      const learningId = await createLearning(api);
      for (const description of [null, ""]) {
        const answer = api.post("/learnings/update-content", { learningId, description });
        expect(await refusalOf(answer)).toEqual([400, "VALIDATION", "description"]);
      }
    });
  });

  describe("the trash", () => {
    it("200 deleting a learning: it disappears from everywhere except the trash", async () => {
      const learningId = await createLearning(api);
      expect(await dataOf(api.post("/learnings/delete", { learningId }))).toEqual({
        id: learningId,
        _id: learningId,
        deleted: true,
      });
      expect(await listed()).toEqual([]);
      for (const [path, fields] of [
        ["delete", {}],
        ["update-status", { status: "approved" }],
        ["update-content", { description: "A" }],
      ] as const) {
        const answer = api.post(`/learnings/${path}`, { learningId, ...fields });
        expect(await refusalOf(answer)).toEqual([404, "NOT_FOUND"]);
      }
    });

    it("200 restoring a learning as it was", async () => {
      const learning = await dataOf(api.post("/learnings/create", everything));
      await trashed(learning.id);
      expect(await dataOf(api.post("/learnings/restore", { learningId: learning.id }))).toEqual(learning);
      expect(await listed()).toEqual([learning.id]);
    });

    it("200 deleting a learning for good, which then no longer exists", async () => {
      const learningId = await trashed(await createLearning(api));
      expect(await dataOf(api.post("/learnings/permanent-delete", { learningId }))).toEqual({
        id: learningId,
        _id: learningId,
        deleted: true,
      });
      for (const path of ["restore", "permanent-delete"]) {
        expect(await refusalOf(api.post(`/learnings/${path}`, { learningId }))).toEqual([404, "NOT_FOUND"]);
      }
    });

    it("409 CONFLICT restoring or deleting for good a learning that is not in the trash", async () => {
      const learningId = await createLearning(api);
      for (const path of ["restore", "permanent-delete"]) {
        expect(await refusalOf(api.post(`/learnings/${path}`, { learningId }))).toEqual([409, "CONFLICT"]);
      }
      expect(await listed()).toEqual([learningId]);
    });
  });

  describe("operations on many", () => {
    it("200 setting the status of all, repetitions ignored", async () => {
      const [first, second, other] = [await createLearning(api), await createLearning(api), await createLearning(api)];
      const request = { learningIds: [second, first, second], status: "approved" };
      expect(await dataOf(api.post("/learnings/bulk-update-status", request))).toEqual({
        ids: [second, first],
        count: 2,
        status: "approved",
      });
      expect(await listed("?status=approved")).toEqual([second, first]);
      expect(await listed("?status=pending")).toEqual([other]);
    });

    it("200 deleting all, each of which can be restored", async () => {
      const [first, second, other] = [await createLearning(api), await createLearning(api), await createLearning(api)];
      expect(await dataOf(api.post("/learnings/bulk-delete", { learningIds: [first, second, first] }))).toEqual({
        ids: [first, second],
        count: 2,
        deleted: true,
      });
      expect(await listed()).toEqual([other]);
      await dataOf(api.post("/learnings/restore", { learningId: first }));
      expect(await listed()).toEqual([other, first]);
    });

    it("404 and 403 changing nothing when one of them cannot be used", async () => {
      const mine = await createLearning(api);
      const inTrash = await trashed(await createLearning(api));
      const theirs = await createLearning(stranger);
      for (const [bad, ...refusal] of [
        [nobody, 404, "NOT_FOUND"],
        [mine.replace("learn_", "issue_"), 404, "NOT_FOUND"],
        [inTrash, 404, "NOT_FOUND"],
        [theirs, 403, "FORBIDDEN"],
      ] as const) {
        const learningIds = [mine, bad];
        const update = api.post("/learnings/bulk-update-status", { learningIds, status: "approved" });
        expect(await refusalOf(update)).toEqual(refusal);
        expect(await refusalOf(api.post("/learnings/bulk-delete", { learningIds }))).toEqual(refusal);
      }
      expect(await listed("?status=pending")).toEqual([mine]);
      expect(await counted()).toMatchObject([{ total: 1, byStatus: { pending: 1 } }, 1]);
    });

    it.each<[string, string, unknown]>([
      ["learningIds", "no ids", []],
      ["learningIds", "none given", undefined],
      ["learningIds", "an id", nobody],
      ["learningIds", "101 ids", Array.from({ length: 101 }, () => nobody)],
      ["learningIds.1", "a number among ids", [nobody, 5]],
    ])("400 VALIDATION with field %s for %s", async (field, _what, learningIds) => {
      const update = api.post("/learnings/bulk-update-status", { learningIds, status: "approved" });
      expect(await refusalOf(update)).toEqual([400, "VALIDATION", field]);
      expect(await refusalOf(api.post("/learnings/bulk-delete", { learningIds }))).toEqual([400, "VALIDATION", field]);
    });
  });

  const ofOne: [string, object][] = [
    ["update-status", { status: "approved" }],
    ["update-content", { description: "Changed." }],
    ["delete", {}],
    ["restore", {}],
    ["permanent-delete", {}],
  ];

  it.each(ofOne)("403 FORBIDDEN for %s of another project's learning, which stays as it is", async (path, fields) => {
    const learning = await dataOf(api.post("/learnings/create", everything));
    const inTrash = await trashed(await createLearning(api));
    for (const learningId of [learning.id, inTrash]) {
      const answer = stranger.post(`/learnings/${path}`, { learningId, ...fields });
      expect(await refusalOf(answer)).toEqual([403, "FORBIDDEN"]);
    }
    expect((await api.get("/learnings/list")).body.data).toEqual([learning]);
  });

  it.each(ofOne)("404 NOT_FOUND for %s of an id that names nothing", async (path, fields) => {
    for (const learningId of [nobody, "learn_", "x", project.projectId]) {
      const answer = api.post(`/learnings/${path}`, { learningId, ...fields });
      expect(await refusalOf(answer)).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("403 SCOPE_DENIED writing with a key that may only read", async () => {
    const { apiKey } = await createKey(deployment, project.projectId, ["learnings:read"]);
    const reader = client(deployment, apiKey);
    expect((await reader.get("/learnings/list")).status).toBe(200);
    expect((await reader.get("/learning-versions/list")).status).toBe(200);
    for (const path of ["/learnings/create", "/learnings/bulk-delete", "/learning-versions/compile"]) {
      expect(await refusalOf(reader.post(path))).toEqual([403, "SCOPE_DENIED"]);
    }
  });
});

describe("learnings of a sandbox", () => {
  const deployment = inProcess();
  const { call, refused } = runner(deployment);
  const { project, api } = projectForEach(deployment);
  let sandboxId: string;
  let runId: string;
  beforeEach(async () => {
    ({ sandboxId, runId } = await sandboxOf(project.projectId));
  });

  async function sandboxOf(projectText: string) {
    const projectId = projectText.slice("proj_".length) as Id<"projects">;
    return await deployment.run(async (ctx) => {
      const workflow = { projectId, name: "Build", steps: [], isEnabled: true, updatedAtMs: 0 };
      const workflowId = await ctx.db.insert("workflows", workflow);
      const run = await ctx.db.insert("runs", { ...aRun, projectId, workflowId });
      const purpose = { kind: "run" as const, runId: run };
      const sandbox = { projectId, purpose, runId: run, runtimeSandboxId: "x", status: "running" as const };
      const id = await ctx.db.insert("sandboxes", { ...sandbox, hasAssistantMessages: false });
      return { sandboxId: `sb_${id}`, runId: `r_${run}` };
    });
  }

  const counted = async () => (await dataOf(api.get("/learnings/stats"))).total;
  const ofSandbox = async (query = "") => (await api.get(`/learnings/by-sandbox?sandboxId=${sandboxId}${query}`)).body;

  describe("callback learning.store", () => {
    it("stores a pending learning of the sandbox's project and run, its content as the description", async () => {
      const stored = await call("learning.store", { sandboxId, content: "Use npm ci.", category: "builds" });
      expect(stored).toEqual({ id: expect.stringMatching(/^learn_[0-9a-z]+$/), status: "pending" });
      expect((await api.get("/learnings/list")).body.data).toEqual([
        {
          id: stored.id,
          _id: stored.id,
          description: "Use npm ci.",
          trigger: null,
          correctBehavior: null,
          severity: null,
          category: "builds",
          applicableRoles: [],
          status: "pending",
          sandboxId,
          runId,
          createdAt: isoTime,
          updatedAt: isoTime,
        },
      ]);
      expect((await dataOf(api.get("/project/counters"))).totalLearnings).toBe(1);
    });

    it("accepts all other fields of a learning, and another run of the project", async () => {
      const { description: content, ...details } = everything;
      const other = await sandboxOf(project.projectId);
      await call("learning.store", { sandboxId, content, ...details, runId: other.runId });
      expect((await ofSandbox()).data).toEqual([expect.objectContaining({ ...everything, runId: other.runId })]);
    });

    it("is refused for unknown ids and ids of another project, storing nothing", async () => {
      const other = await sandboxOf((await createProject(deployment, "Other")).projectId);
      const learning = { sandboxId, content: "A", category: "b" };
      for (const [bad, sentence] of [
        [{ sandboxId: "sb_x" }, "There is no sandbox with the id sb_x."],
        [{ runId: "r_x" }, "There is no run with the id r_x."],
        [{ runId: other.runId }, `The run ${other.runId} does not belong to the project of ${sandboxId}.`],
      ] as const) {
        expect(await refused("learning.store", { ...learning, ...bad })).toEqual([400, sentence]);
        const learnings = [learning, { ...learning, ...bad }];
        expect(await refused("learning.bulkStore", { learnings })).toEqual([400, sentence]);
      }
      expect(await counted()).toBe(0);
    });

    it.each<[string, object]>([
      ["sandboxId", { content: "A", category: "b" }],
      ["content", { sandboxId: "sb_x", category: "b" }],
      ["content", { sandboxId: "sb_x", content: " ", category: "b" }],
      ["category", { sandboxId: "sb_x", content: "A" }],
      ["category", { sandboxId: "sb_x", content: "A", category: null }],
      ["severity", { sandboxId: "sb_x", content: "A", category: "b", severity: "urgent" }],
      ["projectId", { sandboxId: "sb_x", content: "A", category: "b", projectId: "proj_x" }],
    ])("is refused naming %s for %j", async (field, args) => {
      const [status, error] = await refused("learning.store", args);
      expect([status, error]).toEqual([400, expect.stringContaining(`args.${field} `)]);
    });
  });

  describe("callback learning.bulkStore", () => {
    it("stores all in their order, each in its sandbox's project", async () => {
      const other = await createProject(deployment, "Other");
      const otherSandbox = await sandboxOf(other.projectId);
      const learnings = [
        { sandboxId, content: "First", category: "a" },
        { sandboxId: otherSandbox.sandboxId, content: "Second", category: "b" },
        { sandboxId, content: "Third", category: "a" },
      ];
      const { ids, count } = await call("learning.bulkStore", { learnings });
      expect(count).toBe(3);
      expect(await dataOf(api.get("/learnings/list"))).toMatchObject([
        { id: ids[2], description: "Third" },
        { id: ids[0], description: "First" },
      ]);
      const theirs = client(deployment, other.apiKey);
      expect(await dataOf(theirs.get("/learnings/list"))).toMatchObject([{ id: ids[1], description: "Second" }]);
      expect(await dataOf(theirs.get("/learnings/stats"))).toMatchObject({ total: 1, byCategory: { b: 1 } });
      expect(await dataOf(api.get("/learnings/stats"))).toMatchObject({ total: 2, byCategory: { a: 2 } });
    });

    it("is refused for an empty list and for more than 100 learnings", async () => {
      const learning = { sandboxId, content: "A", category: "b" };
      for (const learnings of [[], Array.from({ length: 101 }, () => learning)]) {
        const [status, error] = await refused("learning.bulkStore", { learnings });
        expect([status, error]).toEqual([400, expect.stringContaining("args.learnings ")]);
      }
    });
  });

  describe("callback learning.dispatchExtraction", () => {
    it("makes a job, and sets the sandbox's learningStatus to pending", async () => {
      const { id, ...others } = await call("learning.dispatchExtraction", { sandboxId, runId });
      expect(others).toEqual({ status: "queued", learningStatus: "pending" });
      await deployment.run(async (ctx) => {
        const job = await ctx.db.get("jobs", id.slice("job_".length));
        const work = { kind: "learning.extract", sandboxId: sandboxId.slice(3), runId: runId.slice(2) };
        expect(job).toMatchObject({ status: "queued", work });
        const sandbox = await ctx.db.get("sandboxes", sandboxId.slice("sb_".length) as Id<"sandboxes">);
        expect(sandbox?.learningStatus).toBe("pending");
      });
    });

    it("is refused when ten of these jobs wait for the sandbox; people's requests to the sandbox are still accepted", async () => {
      for (let count = 0; count < 10; count++) await call("learning.dispatchExtraction", { sandboxId, runId });
      const [status, error] = await refused("learning.dispatchExtraction", { sandboxId, runId });
      expect([status, error]).toEqual([400, expect.stringContaining("10 extractions of learnings already wait")]);
      const { jobId } = await dataOf(api.post("/sandboxes/dev-server/start", { id: sandboxId }));
      expect(jobId).toMatch(/^job_/);
    });

    it("is refused for unknown ids, making no job", async () => {
      for (const args of [
        { sandboxId: "sb_x", runId },
        { sandboxId, runId: "r_x" },
        { sandboxId, runId: (await sandboxOf((await createProject(deployment)).projectId)).runId },
      ]) {
        expect((await refused("learning.dispatchExtraction", args))[0]).toBe(400);
      }
      const id = sandboxId.slice("sb_".length);
      const jobs = await deployment.run((ctx) =>
        ctx.db
          .query("jobs")
          .withIndex("by_subject", (q) => q.eq("subjectId", id))
          .collect(),
      );
      expect(jobs).toEqual([]);
    });
  });

  describe("GET /api/v1/learnings/by-sandbox", () => {
    it("200 in pages with only the learnings of the sandbox", async () => {
      const learnings = ["A", "B", "C"].map((content) => ({ sandboxId, content, category: "a" }));
      const { ids } = await call("learning.bulkStore", { learnings });
      const { sandboxId: another } = await sandboxOf(project.projectId);
      await call("learning.store", { sandboxId: another, content: "D", category: "a" });
      await dataOf(api.post("/learnings/delete", { learningId: ids[1] }));
      const first = await ofSandbox("&limit=1");
      expect(first).toMatchObject({ data: [{ id: ids[2] }], hasMore: true });
      const second = await ofSandbox(`&limit=1&cursor=${first.nextCursor}`);
      expect(second).toMatchObject({ data: [{ id: ids[0] }], hasMore: false, nextCursor: null });
      const ofAnother = api.get(`/learnings/by-sandbox?sandboxId=${another}&limit=1&cursor=${first.nextCursor}`);
      expect(await refusalOf(ofAnother)).toEqual([400, "VALIDATION", "cursor"]);
    });

    it("400, 403 and 404 for a missing id, another project's sandbox, and an unknown one", async () => {
      const stranger = client(deployment, (await createProject(deployment, "Other")).apiKey);
      expect(await refusalOf(api.get("/learnings/by-sandbox"))).toEqual([400, "VALIDATION", "sandboxId"]);
      const foreign = stranger.get(`/learnings/by-sandbox?sandboxId=${sandboxId}`);
      expect(await refusalOf(foreign)).toEqual([403, "FORBIDDEN"]);
      expect(await refusalOf(api.get("/learnings/by-sandbox?sandboxId=sb_x"))).toEqual([404, "NOT_FOUND"]);
    });
  });
});

const aRun = {
  searchText: "Build",
  runNumber: 1,
  name: "Build",
  status: "running" as const,
  source: "api" as const,
  prompt: "Build it.",
  gitRepoUrl: null,
  branchName: "main",
  workflowName: "Build",
  costMicroUsd: 0,
  currentIteration: 0,
  maxIterations: 1,
  stopAfterCurrentTurn: false,
  attempt: 1,
  activeDurationMs: 0,
};
