// What an agent has used, reported as soon as the agent says it.
import type { AgentEvent } from "../agents/agent";
import { postNotice } from "./postNotice";
import type { Call } from "../service/callback";

/** The service refuses other names. The usage counts more than the name. */
const modelName = /^[!-~]{1,200}$/;
const serviceName = /^[a-z0-9_.-]{1,60}$/;
/** More than any turn costs. An agent says itself what it has cost, and one wrong report would fill every sum. */
const maxCostUsd = 1000;
const maxTokens = 1_000_000_000;

type UsageEvent = Extract<AgentEvent, { kind: "usage" }>;

export class Usage {
  private sinceMs = Date.now();
  private readonly total = { inputTokens: 0, outputTokens: 0 };
  private lastModel: string | null = null;

  constructor(
    private readonly call: Call,
    private readonly sandboxId: string,
  ) {}

  async add({ service, model, costUsd, ...tokens }: UsageEvent): Promise<void> {
    const inputTokens = tokensOf(tokens.inputTokens);
    const outputTokens = tokensOf(tokens.outputTokens);
    const isCostKnown = costUsd !== null && costUsd >= 0 && costUsd <= maxCostUsd;
    this.total.inputTokens += inputTokens;
    this.total.outputTokens += outputTokens;
    this.lastModel = model ?? this.lastModel;
    const nowMs = Date.now();
    const durationMs = nowMs - this.sinceMs;
    this.sinceMs = nowMs;
    const tokenUsage = { inputTokens, outputTokens, cacheReadTokens: tokensOf(tokens.cachedTokens) };
    const known = {
      ...(model === null || !modelName.test(model) ? {} : { model }),
      ...(isCostKnown ? { costUsd } : {}),
    };
    const record = {
      sandboxId: this.sandboxId,
      tokenUsage,
      durationMs,
      service: serviceName.test(service) ? service : "agent",
      ...known,
    };
    await this.call("usage.computeCostAndRecord", record);
    if (costUsd === null || isCostKnown) return;
    const text = `The agent says $${costUsd}. A report may say $0 to $${maxCostUsd}, so this was not recorded.`;
    await postNotice(this.call, this.sandboxId, "What the agent has cost is not known", text);
  }

  /** What the step's row shows. */
  get ofStep(): { tokenUsage: { inputTokens: number; outputTokens: number }; resolvedModelId?: string } {
    const tokenUsage = { ...this.total };
    return this.lastModel === null ? { tokenUsage } : { tokenUsage, resolvedModelId: this.lastModel };
  }
}

function tokensOf(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(0, Math.round(count)), maxTokens) : 0;
}
