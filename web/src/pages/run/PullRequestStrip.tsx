// The pull request of the run, as it was found when a runner looked last, and when one will look again.
import { showInvisible } from "../../domain/code/showInvisible";
import { ExternalLink } from "../../parts/ExternalLink";
import { Status, toLabel } from "../../parts/Status";
import { TimeAgo, useNow } from "../../parts/Time";
import { Fact, RoundAndChecks } from "./RunFacts";
import type { Run } from "./useRun";
import style from "./RunHeader.module.css";

type PullRequest = NonNullable<Run["pullRequest"]>;

export function PullRequestStrip({ run }: { run: Run }) {
  const { pullRequest, prStatus } = run;
  if (pullRequest === null && prStatus === null) return null;
  if (pullRequest === null) {
    return (
      <dl className={style.facts}>
        <Fact name="Pull request">{toLabel(prStatus ?? "").toLowerCase()}</Fact>
      </dl>
    );
  }
  const { url, number, state, approvals, changesRequested } = pullRequest;
  return (
    <dl className={style.facts} aria-label="Pull request">
      <Fact name="Pull request">
        <ExternalLink href={url}>{number === null ? "Open it" : `#${number}`}</ExternalLink>
      </Fact>
      <div>
        <dt className="visually-hidden">State of the pull request</dt>
        <dd>
          <Status status={prStatus ?? state} label={toLabel(prStatus ?? state)} />
        </dd>
      </div>
      <RoundAndChecks run={run} />
      {approvals > 0 && <Fact name="Approvals">{approvals}</Fact>}
      {changesRequested > 0 && <Fact name="Changes requested">{changesRequested}</Fact>}
      <Mergeable request={pullRequest} />
      <Looks request={pullRequest} />
    </dl>
  );
}

/** Nothing is said while nobody knows. */
function Mergeable({ request: { mergeable, base, state } }: { request: PullRequest }) {
  if (mergeable === "unknown" || state === "merged" || state === "closed") return null;
  const isClean = mergeable === "clean";
  const words = isClean ? "No conflict" : "Conflict";
  return (
    <div>
      <dt className="visually-hidden">Merging</dt>
      <dd>
        <Status
          status={isClean ? "success" : "failure"}
          label={base === null ? words : `${words} with ${showInvisible(base)}`}
        />
      </dd>
    </div>
  );
}

function Looks({ request: { checkedAt, nextLookAt } }: { request: PullRequest }) {
  const nowMs = useNow(10_000);
  return (
    <>
      {checkedAt !== null && (
        <Fact name="Last refreshed" isLesser>
          <TimeAgo at={checkedAt} />
        </Fact>
      )}
      {nextLookAt !== null && (
        <Fact name="Next refresh">{nextLookAt <= nowMs ? "waits for a runner" : <TimeAgo at={nextLookAt} />}</Fact>
      )}
    </>
  );
}
