import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AgentSession } from "../agents/agent";
import type { Call } from "../service/callback";
import { DeferJobError, PermanentJobError } from "../jobs/contract";
import { deliverMessage } from "./message";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const sandbox = { id: "sb_1", runId: "r_1", status: "running", branchName: null };
const message = { id: "msg_1", content: "Stop at the door." };

/** The end of a delivery in the claim of this number, while the service says this of the sandbox. */
async function endOf(fence: number, status: string, living: Map<string, AgentSession> = new Map()): Promise<unknown> {
  const call: Call = async () => ({ status }) as never;
  const delivery = deliverMessage({ claim: { fence, sandbox, message }, call, tools: { activeSessions: living } });
  return await delivery.catch((error: unknown) => error);
}

function agent(heard: string[], canListen: boolean): Map<string, AgentSession> {
  const say = (text: string) => canListen && heard.push(text) > 0;
  const rest = { events: (async function* () {})(), answer: () => {}, cancel: async () => {} };
  return new Map([[sandbox.id, { ...rest, say }]]);
}

it("tells the agent that lives here", async () => {
  const heard: string[] = [];
  expect(await endOf(1, "running", agent(heard, true))).toBeUndefined();
  expect(heard).toEqual([message.content]);
});

it.each([
  [1, 3],
  [2, 6],
  [3, 9],
  [20, 60],
  [500, 60],
])("is tried again after claim %i in %i s while the agent cannot listen here", async (fence, seconds) => {
  for (const living of [undefined, agent([], false)]) {
    const end = await endOf(fence, "running", living);
    expect(end).toBeInstanceOf(DeferJobError);
    expect(end).toMatchObject({ untilMs: seconds * 1000 });
  }
});

it("is given up when the agent has ended", async () => {
  expect(await endOf(1, "stopped")).toBeInstanceOf(PermanentJobError);
});
