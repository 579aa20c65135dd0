// What the runner knows about an agent. Each adapter (ACP, any command, the demo) is an `Agent`; nothing else in the
// runner depends on which one does the work.
import type { Isolation } from "./isolation/contract";
import type { McpAccess } from "./mcpAccess";

/**
 * What a step asks of an agent. All texts are ready: the prompt holds persona, learnings and answers of earlier
 * questions.
 */
export interface Task {
  prompt: string;
  /**
   * The agent's session of an earlier attempt, if it can be resumed, and what it reads then. An agent that cannot
   * resume it after all begins with `prompt`, because it knows nothing about its task.
   */
  resume: { sessionId: string; prompt: string } | null;
  model: string | null;
  /** How much the model should think, in a word of the agent's own such as `high`. */
  thinkingEffort: string | null;
  /** The JSON Schema of the step's output, or null if the step has none. The caller checks the output against it. */
  outputSchema: unknown;
  /** The caller ends the step with `cancel` when this time is over. The agent only tells its program. */
  timeLimitMs: number | null;
}

export interface Workspace {
  worktree: string;
  /** What programs in the worktree read besides it: the objects of its repository. */
  readable: readonly string[];
  /**
   * Variables of this step, added to those that the configuration lets through. Nothing else of the runner's
   * environment reaches the agent.
   */
  env: Record<string, string>;
  isolation: Isolation;
  /** The folder for files that the agent and the runner exchange beside the worktree. It need not be there yet. */
  temporary: string;
  /** Where the agent of a run finds tools of the service. Absent for all others. */
  mcp?: McpAccess | undefined;
}

export interface PermissionOption {
  id: string;
  name: string;
  allows: boolean;
}

export interface PlanEntry {
  text: string;
  state: "pending" | "running" | "done";
}

export type AgentEvent =
  | { kind: "session"; id: string; canResume: boolean }
  /** A piece of a message, which is appended to what came before with the same `messageId`. */
  | { kind: "text"; messageId: string; text: string }
  | { kind: "thought"; messageId: string; text: string }
  /** The whole state of a tool call. A later event with the same `callId` replaces it. */
  | {
      kind: "tool";
      callId: string;
      title: string;
      state: "running" | "done" | "failed";
      data: Record<string, unknown>;
    }
  /** The whole plan, which replaces the previous one. */
  | { kind: "plan"; entries: PlanEntry[] }
  | { kind: "notice"; title: string; text: string }
  /** What was used since the last event of this kind. `costUsd` is null when the agent does not say it. */
  | {
      kind: "usage";
      service: string;
      model: string | null;
      inputTokens: number;
      outputTokens: number;
      cachedTokens: number;
      costUsd: number | null;
    }
  | { kind: "permission"; id: string; title: string; paths: string[]; options: PermissionOption[] }
  | { kind: "question"; id: string; title: string; text: string | null; options: string[] | null; schema: unknown }
  /** The agent no longer waits for the answer to this permission or question. */
  | { kind: "withdrawn"; id: string }
  /** The provider refuses work until `resetsAtMs`, or for an unknown time if that is null. An `end` follows. */
  | { kind: "limit"; resetsAtMs: number | null; reason: string }
  | { kind: "end"; outcome: "completed" | "failed" | "cancelled"; reason: string | null; output: unknown };

export interface AgentSession {
  /** Can be iterated once. It ends after exactly one `end`, and then no process of the agent is left. */
  events: AsyncIterable<AgentEvent>;
  /**
   * Answers a permission with the id of an option, or a question with an option's text or with an object that fits
   * the schema. Null dismisses it. An answer that nobody waits for is ignored.
   */
  answer(id: string, answer: unknown): void;
  /** Hands a person's message to the living agent. Returns false when the agent cannot take one any more. */
  say(text: string): boolean;
  /** Ends the agent in bounded time: politely, with SIGTERM, then with SIGKILL of its whole process group. */
  cancel(): Promise<void>;
}

export interface Agent {
  readonly name: string;
  /**
   * Returns a sentence that says why no session can start on this machine, for instance because the program is not
   * installed, or null. `env` are the variables of the project.
   */
  findFault(isolation: Isolation, env?: Record<string, string>): Promise<string | null>;
  start(task: Task, place: Workspace): AgentSession;
}
