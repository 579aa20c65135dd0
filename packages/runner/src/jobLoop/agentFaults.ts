// Which agents of this runner cannot start, because their program is not installed. Somebody may install it, or remove
// it, while the runner works.
import type { Agent } from "../agents/agent";
import type { Isolation } from "../agents/isolation/contract";
import { ConfigurationError } from "../errors/configurationError";
import type { Log, LogEvent } from "../log/events";
import { areAgentsNeeded } from "../service/jobKinds";
import type { JobKind } from "../service/jobKinds";

export class AgentFaults {
  private readonly faults = new Map<string, string>();

  constructor(
    private readonly agents: ReadonlyMap<string, Agent>,
    private readonly isolation: Isolation,
    private readonly log: Log,
  ) {}

  /** A sentence, or null for an agent that can start. */
  faultOf(name: string): string | null {
    return this.faults.get(name) ?? null;
  }

  /**
   * Looks for the programs when the runner starts. Throws ConfigurationError when none of the agents can start and the
   * jobs of these kinds need one.
   */
  async begin(kinds: readonly JobKind[]): Promise<void> {
    const news = await this.look();
    if (this.faults.size === this.agents.size && areAgentsNeeded(kinds)) {
      const all = [...this.faults].map(([name, fault]) => `${name}: ${fault}`);
      throw new ConfigurationError(["None of the agents can start.", ...all].join("\n"));
    }
    news.forEach(this.log);
  }

  /** Looks for the programs again, and logs what has changed. */
  async update(): Promise<void> {
    (await this.look()).forEach(this.log);
  }

  /** Returns what has changed. */
  private async look(): Promise<LogEvent[]> {
    const news: LogEvent[] = [];
    for (const [name, agent] of this.agents) {
      const fault = await agent.findFault(this.isolation);
      const known = this.faults.get(name);
      if (fault === null) {
        this.faults.delete(name);
        if (known !== undefined) news.push({ kind: "agentFound", agent: name });
      } else {
        this.faults.set(name, fault);
        if (known === undefined) news.push({ kind: "agentMissing", agent: name, reason: fault });
      }
    }
    return news;
  }
}
