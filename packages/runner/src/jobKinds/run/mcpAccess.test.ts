import { expect, it } from "vitest";
import { CallRefusedError } from "../../service/errors";
import { openMcpAccess } from "./mcpAccess";

type Asking = Parameters<typeof openMcpAccess>[0];

/** A job whose service answers every call like this. */
function jobWith(answer: () => unknown): Asking {
  const claim = { id: "job_1", fence: 3 } as Asking["claim"];
  const call = (async () => answer()) as Asking["call"];
  return { claim, call, tools: { configuration: { url: "http://127.0.0.1:3211" } } };
}

const refusing = (sentence: string) =>
  jobWith(() => {
    throw new CallRefusedError("job.makeAgentToken", sentence);
  });

it("is the address of the service and the token that it gives for the claim", async () => {
  const access = await openMcpAccess(
    jobWith(() => ({ token: "svc_agent_x" })),
    "r_1",
  );
  expect(access).toEqual({ url: "http://127.0.0.1:3211/mcp", token: "svc_agent_x" });
});

it("is missing with an older service, and fails where the claim is over", async () => {
  expect(await openMcpAccess(refusing("There is no operation job.makeAgentToken."), "r_1")).toBeUndefined();
  await expect(openMcpAccess(refusing("stale lease: claim 3 of job_1 is over."), "r_1")).rejects.toThrow("stale lease");
});
