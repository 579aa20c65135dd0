// The largest inputs that requests may bring are stored, listed and deleted. They stay within the size of a document
// and the read limit of a transaction, which the engine enforces as Convex does.
import { beforeAll, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { engineDeployment } from "../support/engineDeployment";
import { client, createProject, createWorkflow, dataOf, refusalOf, runner, deleteForGood } from "../support/fixtures";
import type { Answer, Client } from "../support/fixtures";

/** A text whose characters have three bytes in UTF-8. */
const wide = (characters: number): string => "語".repeat(characters);
const step = { role: "designer", name: wide(200) };

describe("the largest accepted input", () => {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let api: Client;
  beforeAll(async () => {
    api = client(deployment, (await createProject(deployment)).apiKey);
  });

  /** Counts the items of a list, over as many pages as needed. */
  async function countAll(list: string): Promise<number> {
    let count = 0;
    for (let cursor: string | null = ""; cursor !== null;) {
      const joint = list.includes("?") ? "&" : "?";
      const page: Answer = await api.get(cursor === "" ? list : `${list}${joint}cursor=${cursor}`);
      expect(page.status).toBe(200);
      count += page.body.data.length;
      cursor = page.body.nextCursor;
    }
    return count;
  }

  async function makeMany(count: number, make: () => Promise<Answer>): Promise<void> {
    for (let made = 0; made < count; made++) expect((await make()).status).toBeLessThan(300);
  }

  it("workflows", async () => {
    const steps = (characters: number) =>
      Array.from({ length: 20 }, () => ({ ...step, instructions: wide(characters) }));
    const workflow = { name: wide(200), description: wide(10_000), steps: steps(9_000) };
    await makeMany(30, () => api.post("/workflows", workflow));
    expect(await countAll("/workflows")).toBe(30);
    for (const tooMuch of [steps(10_001), [...steps(10_000), ...steps(10_000)].slice(0, 25)]) {
      const [status, code, field] = await refusalOf(api.post("/workflows", { ...workflow, steps: tooMuch }));
      expect([status, code]).toEqual([400, "VALIDATION"]);
      expect(field).toMatch(/^steps/);
    }
  });

  it("recurring tasks", async () => {
    const targetWorkflowId = await createWorkflow(api);
    const schedule = { frequency: "daily", timezone: "UTC", scheduledHour: 0, scheduledMinute: 0 };
    const task = { title: wide(200), description: wide(10_000), prompt: wide(50_000), targetWorkflowId, ...schedule };
    await makeMany(60, () => api.post("/recurring-tasks", task));
    expect(await countAll("/recurring-tasks")).toBe(60);
  });

  it("merge runs", async () => {
    const pullRequests = [{ prUrl: "https://code.example/1", prNumber: 1 }];
    await makeMany(100, () => api.post("/merging/start", { pullRequests, config: { note: wide(99_000) } }));
    expect(await countAll("/merging/list?limit=100")).toBe(100);
    const config = { note: wide(100_000) };
    expect(await refusalOf(api.post("/merging/start", { pullRequests, config }))).toEqual([
      400,
      "VALIDATION",
      "config",
    ]);
  });

  it("questions", async () => {
    const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
    const { id: answeringSessionId } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
    const question = { question: wide(4000), assumption: wide(4000) };
    const ask = (count: number) =>
      job.call("issueSession.createSessionQuestionsFromJson", {
        answeringSessionId,
        questions: Array.from({ length: count }, () => question),
      });
    for (let asked = 0; asked < 300; asked += 100) await ask(100);
    const { questions } = await job.call("answeringSession.get", { answeringSessionId });
    expect(questions).toHaveLength(300);
    expect(await countAll(`/session-questions?answeringSessionId=${answeringSessionId}&limit=100`)).toBe(300);
    await expect(ask(1)).rejects.toThrow("a session can have at most 300 questions");
  });

  it("projects", async () => {
    const gitRepoUrl = `https://code.example/${wide(1000)}`;
    expect((await api.post("/project/update", { gitRepoUrl })).status).toBe(200);
    const tooLong = { gitRepoUrl: wide(2001) };
    expect(await refusalOf(api.post("/project/update", tooLong))).toEqual([400, "VALIDATION", "gitRepoUrl"]);
  });

  it("answers that are saved for repeats are deleted with their project", async () => {
    const gone = await createProject(deployment);
    const theirs = client(deployment, gone.apiKey);
    const steps = Array.from({ length: 20 }, () => ({ ...step, instructions: wide(9_000) }));
    const repeatable = (number: number) => ({ "Idempotency-Key": `key-${number}` });
    for (let number = 0; number < 40; number++) {
      expect((await theirs.post("/workflows", { name: "Build", steps }, repeatable(number))).status).toBe(201);
    }
    await deleteForGood(deployment, theirs);
    const isThere = async () => {
      const { projects } = await deployment.query(internal.admin.projects.list, {});
      return projects.some(({ id }) => id === gone.projectId);
    };
    await expect.poll(isThere).toBe(false);
  });
});
