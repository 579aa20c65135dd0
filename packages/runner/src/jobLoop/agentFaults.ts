// Which agents of this runner cannot start, because their program is not installed. Somebody may install it, or remove
// it, while the runner works.
import type { Agent } from "../agents/agent";
import type { Isolation } from "../agents/isolation/contract";
import { ConfigurationError } from "../errors/configurationError";
import type { Log } from "../log/events";
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

  /** Looks for the programs again, and logs what has changed. */
  async update(): Promise<void> {
    for (const [name, agent] of this.agents) {
      const fault = await agent.findFault(this.isolation);
      const known = this.faults.get(name);
      if (fault === null) {
        this.faults.delete(name);
        if (known !== undefined) this.log({ kind: "agentFound", agent: name });
      } else {
        this.faults.set(name, fault);
        if (known === undefined) this.log({ kind: "agentMissing", agent: name, reason: fault });
      }
    }
  }

  /** Throws ConfigurationError when none of the agents can start and the jobs of these kinds need one. */
  requireOne(kinds: readonly JobKind[]): void {
    if (this.faults.size < this.agents.size || !areAgentsNeeded(kinds)) return;
    const all = [...this.faults].map(([name, fault]) => `${name}: ${fault}`);
    throw new ConfigurationError(["None of the agents can start.", ...all].join("\n"));
  }
}
