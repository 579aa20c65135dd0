import type { SessionDetail } from "../../domain/sessions/session";
import { Fact, Facts } from "../../parts/Facts";
import { TimeAgo, Duration } from "../../parts/Time";
import { SessionStatus } from "./SessionRow";

export function SessionFacts({ session }: { session: SessionDetail }) {
  const { status, progress, iteration, issueCount, memoryMb, cpuCount, createdAt, completedAt } = session;
  return (
    <Facts>
      <Fact name="State">
        <SessionStatus status={status} />
      </Fact>
      {progress !== null && <Fact name={status === "active" ? "Now" : "Last activity"}>{progress}</Fact>}
      <Fact name="Issues">{issueCount}</Fact>
      {iteration > 0 && <Fact name="Round">{iteration}</Fact>}
      <Fact name="Duration">
        <Duration from={createdAt} until={completedAt} />
      </Fact>
      <Fact name="Started">
        <TimeAgo at={createdAt} />
      </Fact>
      {memoryMb !== null && <Fact name="Memory">{memoryMb} MB</Fact>}
      {cpuCount !== null && <Fact name="Processors">{cpuCount}</Fact>}
    </Facts>
  );
}
