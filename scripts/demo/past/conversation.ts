// Lets the demo agent work in the past: it really edits and tests, and what it reports is stored at the time of the
// clock, which passes between its events.
import type { AgentEvent } from "../../../packages/runner/src/agents/agent";
import { DemoSession } from "../../../packages/runner/src/agents/demo/session";
import type { PlayedScene } from "../../../packages/runner/src/agents/demo/scenes";
import { runTurn } from "../../../packages/runner/src/conversations/turn";
import type { TurnOutcome } from "../../../packages/runner/src/conversations/turn";
import { Transcript } from "../../../packages/runner/src/report/transcript";
import { Usage } from "../../../packages/runner/src/report/usage";
import type { Call } from "../../../packages/runner/src/service/callback";
import { setTimeout as pause } from "node:timers/promises";
import type { Service } from "../../seed/service";
import { pass } from "./clock";

interface Talk {
  service: Service;
  scenes: readonly PlayedScene[];
  worktree: string;
  sandboxId: string;
  role: string;
  prompt: string;
}

/** Seconds of the past between two events of the agent. */
const secondsPerEvent: Partial<Record<AgentEvent["kind"], number>> = { thought: 9, tool: 6, plan: 1, text: 0.1 };

export async function converse(talk: Talk): Promise<{ outcome: TurnOutcome; usage: Usage }> {
  const { service, scenes, worktree, sandboxId, role, prompt } = talk;
  let open = 0;
  const call: Call = async (operation, args) => {
    open += 1;
    try {
      return (await service.call(operation, { ...args })) as never;
    } finally {
      open -= 1;
    }
  };
  const task = { prompt, resume: null, model: null, thinkingEffort: null, outputSchema: null, timeLimitMs: null };
  const env = { SWITCHYARD_ROLE: role };
  const place = { worktree, readable: [], env, isolation: { kind: "none" } as const, temporary: worktree };
  const session = new DemoSession(task, place, { paceMs: 0, scenes });
  const transcript = new Transcript(call, { sandboxId, name: "past" });
  const usage = new Usage(call, sandboxId);
  const outcome = await runTurn(
    {
      events: slowly(session.events, () => open === 0),
      answer: (id, answer) => session.answer(id, answer),
      say: (text) => session.say(text),
      cancel: () => session.cancel(),
    },
    {
      transcript,
      usage,
      signal: new AbortController().signal,
      paused: new AbortController().signal,
      timeLimitMs: null,
      onSession: async () => {},
      onAsk: async () => null,
    },
  );
  await transcript.finish();
  return { outcome, usage };
}

/** Lets time pass before each event, once everything before it is stored. */
async function* slowly(events: AsyncIterable<AgentEvent>, isStored: () => boolean): AsyncGenerator<AgentEvent> {
  for await (const event of events) {
    while (!isStored()) await pause(1);
    pass((secondsPerEvent[event.kind] ?? 1) * 1000);
    yield event;
  }
}
