import { expect, it } from "vitest";
import { callbackOf, client, createProject, dataOf, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

it("a run names its page in the dashboard, where the operator has said where that is", async () => {
  const deployment = inProcess();
  const job = await callbackOf(deployment);
  const api = client(deployment, (await createProject(deployment)).apiKey);
  const { slug } = await dataOf(api.get("/project"));
  const { id: runId, runNumber } = await startRun(api);
  const shown = async () => [
    (await dataOf(api.get(`/runs/get?id=${runId}`))).dashboardUrl,
    (await job.call("run.get", { runId })).dashboardUrl,
  ];
  expect(await shown()).toEqual([null, null]);
  for (const base of ["https://board.example/", " https://board.example"]) {
    await deployment.setEnvironment({ SERVICE_DASHBOARD_URL: base });
    const url = `https://board.example/p/${slug}/runs/${runNumber}`;
    expect(await shown()).toEqual([url, url]);
  }
});
