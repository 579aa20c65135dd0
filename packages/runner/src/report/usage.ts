// What an agent has used, reported as soon as the agent says it.
import type { AgentEvent } from "../agents/agent";
import type { Call } from "../service/callback";

/** The service refuses other names. The usage counts more than the name. */
const modelName = /^[!-~]{1,200}$/;

type UsageEvent = Extract<AgentEvent, { kind: "usage" }>;

export class Usage {
  private sinceMs = Date.now();
  private readonly total = { inputTokens: 0, outputTokens: 0 };
  private lastModel: string | null = null;

  constructor(
    private readonly call: Call,
    private readonly sandboxId: string,
  ) {}

  async add({ service, model, inputTokens, outputTokens, cachedTokens, costUsd }: UsageEvent): Promise<void> {
    this.total.inputTokens += inputTokens;
    this.total.outputTokens += outputTokens;
    this.lastModel = model ?? this.lastModel;
    const nowMs = Date.now();
    const durationMs = nowMs - this.sinceMs;
    this.sinceMs = nowMs;
    const tokenUsage = { inputTokens, outputTokens, cacheReadTokens: cachedTokens };
    const known = {
      ...(model === null || !modelName.test(model) ? {} : { model }),
      ...(costUsd === null ? {} : { costUsd }),
    };
    const record = { sandboxId: this.sandboxId, tokenUsage, durationMs, service, ...known };
    await this.call("usage.computeCostAndRecord", record);
  }

  /** What the step's row shows. */
  get ofStep(): { tokenUsage: { inputTokens: number; outputTokens: number }; resolvedModelId?: string } {
    const tokenUsage = { ...this.total };
    return this.lastModel === null ? { tokenUsage } : { tokenUsage, resolvedModelId: this.lastModel };
  }
}
