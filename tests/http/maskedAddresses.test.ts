// Addresses of repositories with a password: people see them without it, and may write back what they have seen.
// answers.test.ts looks for a password in the answers of all operations.
import { beforeEach, describe, expect, it } from "vitest";
import { addressWithCanary, canary } from "../support/canaryAddress";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";
import { connectMcp, protocolRevisions, toolAnswer } from "../support/mcpClient";

const shown = "https://***@code.example/acme/shop.git";
const refused = [400, "VALIDATION", "gitRepoUrl"];

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { project, api } = projectForEach(deployment);
  let workflowId: string;
  beforeEach(async () => {
    workflowId = await createWorkflow(api);
    await dataOf(api.post("/project/update", { gitRepoUrl: addressWithCanary }));
  });

  const start = (gitRepoUrl: string) => api.post("/runs/start", { workflowId, prompt: "Build it.", gitRepoUrl });
  const wholeAddressOf = async (runId: string) => (await job.call("run.get", { runId })).gitRepoUrl;

  it("the project, a run, chains and tools show it without the password, and the runner receives all of it", async () => {
    expect(await dataOf(api.get("/project"))).toMatchObject({ gitRepoUrl: shown });
    const run = await dataOf(api.post("/runs/start", { workflowId, prompt: "Build it." }));
    expect(run).toMatchObject({ gitRepoUrl: shown, repositorySlug: "acme/shop" });
    expect(await wholeAddressOf(run.id)).toBe(addressWithCanary);
    const mcp = await connectMcp(deployment, project.apiKey, protocolRevisions[0]);
    const listed = await toolAnswer(mcp, "runs_list", {});
    expect(listed).toMatchObject({ data: [{ id: run.id, gitRepoUrl: shown }] });
    expect(JSON.stringify(listed)).not.toContain(canary);
  });

  it("the audit log and the feed, which webhooks send, are without it", async () => {
    await dataOf(start(addressWithCanary));
    const wanted = { workflowId, prompt: "Build it.", gitRepoUrl: addressWithCanary };
    await dataOf(api.post("/runs/start-many", { runs: [wanted, wanted] }));
    const kept = [await dataOf(api.get("/audit-log")), await dataOf(api.get("/events"))];
    expect(JSON.stringify(kept)).toContain("project.update");
    expect(JSON.stringify(kept)).toContain("run.created");
    expect(JSON.stringify(kept)).not.toContain(canary);
  });

  describe("an address that is written back as it was read", () => {
    it("keeps the password of the project", async () => {
      expect(await dataOf(api.post("/project/update", { name: "Shop", gitRepoUrl: shown }))).toMatchObject({
        gitRepoUrl: shown,
      });
      expect(await wholeAddressOf((await dataOf(start(shown))).id)).toBe(addressWithCanary);
    });

    it("is the project's for a chain and a check", async () => {
      const sprints = { workflowId, prompt: "Build it.", sprintRange: [1, 2], gitRepoUrl: shown };
      const { id: chainId } = await dataOf(api.post("/sprint-chains", sprints));
      expect(await job.call("sprintChain.get", { chainId })).toMatchObject({ gitRepoUrl: addressWithCanary });
      const { id: issueId } = await dataOf(api.post("/issues/create", { title: "Slow" }));
      const issues = { title: "Fix", workflowId, issueIds: [issueId], gitRepoUrl: shown };
      const { id: workChainId } = await dataOf(api.post("/work-chains/create", issues));
      expect(await job.call("workChain.get", { chainId: workChainId })).toMatchObject({
        gitRepoUrl: addressWithCanary,
      });
      expect(await dataOf(api.post("/repositories/check", { gitRepoUrl: shown }))).toMatchObject({ gitRepoUrl: shown });
    });

    it.each(["https://***@elsewhere.example/acme/shop.git", "https://***@code.example/acme/other.git"])(
      "is refused unless all of it is the project's: %s",
      async (gitRepoUrl) => {
        expect(await refusalOf(api.post("/project/update", { gitRepoUrl }))).toEqual(refused);
        expect(await refusalOf(start(gitRepoUrl))).toEqual(refused);
        expect(await refusalOf(api.post("/repositories/check", { gitRepoUrl }))).toEqual(refused);
        expect(await wholeAddressOf((await dataOf(start(shown))).id)).toBe(addressWithCanary);
      },
    );
  });
});
