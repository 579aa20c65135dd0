import type { PromptResponse, UsageUpdate } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "../agent";
import { truncate } from "../../text/truncate";
import { textAt } from "./untypedValues";

export type UsageEvent = Extract<AgentEvent, { kind: "usage" }>;

/**
 * What a session used. The agent tells its cost as the sum of the whole session, earlier prompts included, while an
 * event holds what came since the event before.
 */
export class SessionUsage {
  private toldUsd: number | null = null;
  private reportedUsd = 0;

  private model: string | null = null;

  constructor(private readonly service: string) {}

  update({ cost, _meta }: UsageUpdate): void {
    this.model = nameIn(_meta) ?? this.model;
    if (cost != null && cost.currency === "USD") this.toldUsd = cost.amount;
  }

  useModel(model: string | null): void {
    this.model = model ?? this.model;
  }

  /** What an earlier attempt of a resumed session has cost was reported then. */
  startHere(): void {
    this.reportedUsd = this.toldUsd ?? 0;
  }

  /** Returns what was used since the last call, or null for nothing. A turn that broke off has no `response`. */
  take(response: PromptResponse | null): UsageEvent | null {
    const used = response?.usage ?? null;
    // An agent that counts its cost again after it was resumed reports less than before.
    if (this.toldUsd !== null && this.toldUsd < this.reportedUsd) this.reportedUsd = 0;
    const costUsd = this.toldUsd === null ? null : this.toldUsd - this.reportedUsd;
    if (used === null && (costUsd === null || costUsd === 0)) return null;
    this.reportedUsd = this.toldUsd ?? 0;
    return {
      kind: "usage",
      service: this.service,
      model: this.model,
      // Tokens that are written to the provider's cache are read by the model once.
      inputTokens: (used?.inputTokens ?? 0) + (used?.cachedWriteTokens ?? 0),
      outputTokens: used?.outputTokens ?? 0,
      cachedTokens: used?.cachedReadTokens ?? 0,
      costUsd: costUsd === null ? null : roundUsd(costUsd),
    };
  }
}

/** Removes the error of subtracting, far below what any provider bills. */
function roundUsd(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}

function nameIn(meta: unknown): string | null {
  const name = textAt(meta, "_claude/model");
  return name === null ? null : truncate(name, 200);
}
