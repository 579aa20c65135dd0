// One session with an agent over ACP: from the start of its process to the end of its last turn.
import { setImmediate as nextRound, setTimeout as pause } from "node:timers/promises";
import type { ClientConnection, PromptRequest, PromptResponse, SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import { methods } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent, AgentSession, Workspace, Task } from "../agent";
import { EventQueue } from "../eventQueue";
import { truncate } from "../../text/truncate";
import { extractOutput, outputReminder, withOutputRequest } from "../stepOutput";
import type { AgentProcess } from "../process/agentProcess";
import { launch } from "../process/launch";
import { InactivityTimer } from "../inactivityTimer";
import { reachableMcp } from "../mcpAccess";
import { createClient } from "./clientHandlers";
import { createMessageStream } from "./messageStream";
import { AgentAbandonedError, failureReason } from "./failureReason";
import { findProviderLimit, findRejectedLimit } from "./providerLimit";
import { OpenRequests } from "./openRequests";
import { chooseOptions, openSession, traceOf } from "./openSession";
import type { AcpSettings } from "./settings";
import { ToolCalls } from "./toolCalls";
import { UpdateTranslator } from "./sessionUpdates";
import { SessionUsage } from "./usage";

type End = Extract<AgentEvent, { kind: "end" }>;

/** After the agent's process has ended, its last output is read until nothing has come for this long. */
const drainMs = 200;

export class AcpSession implements AgentSession {
  readonly events = new EventQueue();
  private readonly calls = new ToolCalls();
  private readonly transcript = new UpdateTranslator(this.calls);
  private readonly usage: SessionUsage;
  private readonly requests: OpenRequests;
  private readonly silence: InactivityTimer;
  private readonly said: string[] = [];
  private readonly finished: Promise<void>;
  private process: AgentProcess | null = null;
  private connection: ClientConnection | null = null;
  private prompted: string | null = null;
  private refusal: unknown = null;
  /** Nothing is reported while the agent repeats the history of a session that it loads. */
  private isOpen = false;
  private isResumed = false;
  private takesMessages = true;
  private cancelling: Promise<void> | null = null;
  private isReadable = true;
  private lastBytesAt = 0;

  constructor(
    private readonly settings: AcpSettings,
    private readonly task: Task,
    private readonly place: Workspace,
  ) {
    this.usage = new SessionUsage(settings.service);
    this.requests = new OpenRequests(this.push, () => this.silence.setPaused(this.requests.isWaiting));
    const { silenceMs } = settings.bounds;
    this.silence = new InactivityTimer(silenceMs, () => {
      this.giveUp(`The agent has written nothing for ${(silenceMs ?? 0) / 1000} seconds.`);
    });
    this.finished = this.run();
  }

  answer(id: string, answer: unknown): void {
    this.requests.answer(id, answer);
  }

  /** The agent reads it when its current turn has ended. */
  say(text: string): boolean {
    if (this.takesMessages) this.said.push(text);
    return this.takesMessages;
  }

  cancel(): Promise<void> {
    this.cancelling ??= this.stop();
    return this.cancelling;
  }

  private readonly push = (event: AgentEvent): void => this.events.push(event);

  /** Ends with exactly one `end`, after the last process. */
  private async run(): Promise<void> {
    let end: End;
    try {
      this.process = await launch(this.settings.surroundings, this.place, {
        ...this.settings,
        env: {},
        joinsErrors: false,
        writable: [],
      });
      end = await this.converse(this.process);
    } catch (error) {
      end = await this.failure(error);
    }
    this.takesMessages = false;
    this.silence.stop();
    this.requests.close();
    this.events.stopWaiting();
    await this.process?.close();
    this.connection?.close();
    if (this.cancelling !== null) end = { kind: "end", outcome: "cancelled", reason: null, output: null };
    this.push(end);
  }

  private async converse(process: AgentProcess): Promise<End> {
    if (this.cancelling !== null) throw new AgentAbandonedError("The session was cancelled.");
    const { push, calls, requests, settings } = this;
    const { worktree } = this.place;
    const app = createClient({ settings, worktree, calls, requests, push, onUpdate: this.onUpdate });
    const connection = app.connect(
      createMessageStream(process, {
        maxMessageBytes: settings.bounds.maxMessageBytes,
        waitForSpace: () => this.waitForRoom(),
        onBytes: () => this.onBytes(),
      }),
    );
    this.connection = connection;
    void this.closeAfterExit(process, connection);
    const starting = setTimeout(() => {
      this.giveUp(`The agent has not opened a session within ${settings.bounds.startMs / 1000} seconds.`);
    }, settings.bounds.startMs);
    const sessionId = await this.open(connection).finally(() => clearTimeout(starting));
    return this.takeTurns(connection, sessionId);
  }

  private async open({ agent }: ClientConnection): Promise<string> {
    const { push, task, settings } = this;
    const resume = task.resume?.sessionId ?? null;
    const mcp = reachableMcp(this.place.mcp, settings.surroundings.isolation);
    const opened = await openSession(agent, { ...settings, ...this.place, mcp, resume, push });
    await nextRound();
    this.isOpen = true;
    this.isResumed = opened.isResumed;
    if (opened.isResumed) this.usage.startHere();
    push({ kind: "session", id: opened.sessionId, canResume: opened.canResume });
    this.usage.useModel(await chooseOptions(agent, opened, { ...task, push }));
    return opened.sessionId;
  }

  private async takeTurns({ agent }: ClientConnection, sessionId: string): Promise<End> {
    const { task } = this;
    const begin = this.isResumed ? (task.resume?.prompt ?? task.prompt) : task.prompt;
    let prompt = withOutputRequest(begin, task.outputSchema);
    for (let isReminded = false; ;) {
      this.transcript.beginTurn();
      this.prompted = sessionId;
      const place = traceOf(this.place.env);
      const request: PromptRequest = { sessionId, prompt: [{ type: "text", text: prompt }], ...place };
      const response = await agent.request(methods.agent.session.prompt, request);
      this.prompted = null;
      // The library handles updates a little later than the answer that follows them.
      await nextRound();
      const used = this.usage.take(response);
      if (used !== null) this.push(used);
      if (response.stopReason !== "end_turn") return ended(response);
      const output = this.task.outputSchema === null ? null : extractOutput(this.transcript.lastMessage);
      const said = this.said.splice(0);
      if (said.length > 0) {
        prompt = withOutputRequest(said.join("\n\n"), this.task.outputSchema);
      } else if (output === undefined && !isReminded) {
        isReminded = true;
        prompt = outputReminder;
      } else {
        this.takesMessages = false;
        if (output === undefined)
          throw new AgentAbandonedError("The agent ended without the JSON value that the step asks for.");
        return { kind: "end", outcome: "completed", reason: null, output };
      }
    }
  }

  private readonly onUpdate = (update: SessionUpdate): void => {
    if (update.sessionUpdate === "usage_update") {
      this.usage.update(update);
      this.refusal = findRejectedLimit(update._meta) ?? this.refusal;
    } else if (this.isOpen) {
      for (const event of this.transcript.eventsOf(update)) this.push(event);
    }
  };

  /** The agent is not silent while it is the reader of its events who is slow. */
  private async waitForRoom(): Promise<void> {
    this.silence.setPaused(true);
    this.isReadable = false;
    await this.events.waitForSpace();
    this.isReadable = true;
    this.silence.setPaused(this.requests.isWaiting);
    this.lastBytesAt = performance.now();
  }

  private onBytes(): void {
    this.lastBytesAt = performance.now();
    this.silence.reset();
  }

  /** A process that left the agent's group may hold its output open, so the end of the output is not waited for. */
  private async closeAfterExit(process: AgentProcess, connection: ClientConnection): Promise<void> {
    await process.exited;
    await process.end();
    this.lastBytesAt = performance.now();
    while (!connection.signal.aborted && (!this.isReadable || performance.now() - this.lastBytesAt < drainMs)) {
      await pause(drainMs / 4);
    }
    connection.close();
  }

  private giveUp(reason: string): void {
    this.connection?.close(new AgentAbandonedError(reason));
  }

  private async failure(error: unknown): Promise<End> {
    const used = this.usage.take(null);
    if (used !== null) this.push(used);
    const limit = findProviderLimit(error, this.refusal, Date.now());
    if (limit !== null) this.push(limit);
    const reason =
      limit === null ? await failureReason(error, this.process) : `The provider refuses work: ${limit.reason}`;
    return { kind: "end", outcome: "failed", reason, output: null };
  }

  private async stop(): Promise<void> {
    this.takesMessages = false;
    this.events.stopWaiting();
    this.requests.close();
    if (this.prompted !== null) {
      const sessionId = this.prompted;
      void this.connection?.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
      const waiting = new AbortController();
      const late = pause(this.settings.bounds.cancelMs, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([this.finished, late]);
      waiting.abort();
    }
    await this.process?.end();
    await this.finished;
  }
}

function ended({ stopReason }: PromptResponse): End {
  const isCancelled = stopReason === "cancelled";
  return {
    kind: "end",
    outcome: isCancelled ? "cancelled" : "failed",
    reason: stopReasons.get(stopReason) ?? `The agent stopped: ${truncate(stopReason, 100)}.`,
    output: null,
  };
}

const stopReasons = new Map<string, string>([
  ["max_tokens", "The agent has reached its limit of tokens (max_tokens)."],
  ["max_turn_requests", "The agent has reached its limit of requests in one turn (max_turn_requests)."],
  ["refusal", "The model refuses to do this (refusal)."],
  ["cancelled", "The agent cancelled its turn."],
]);
