// Finds mistakes in a job race from what the runners recorded and what the API shows at the end. It does not know how
// jobs are stored: what one runner heard must agree with what the others heard, and with the result.
import type { Call, Observation } from "./jobRaceRecord";

export interface EndOfRun {
  runId: string;
  status: string;
  /** The whole log of the run, oldest event first. */
  events: { seq: number; type: string; data: { status?: string; message?: string } }[];
}

export interface Race {
  leaseMs: number;
  observations: readonly Observation[];
  /** The runs whose creation was acknowledged. */
  runIds: readonly string[];
  ends: readonly EndOfRun[];
}

type Of<Kind extends Observation["kind"]> = Extract<Observation, { kind: Kind }>;

/** Everything that was recorded about one claim. */
interface Claim {
  fence: number;
  claimed: Of<"claimed">;
  prolonged: Of<"prolonged">[];
  sent: Of<"sending">[];
  done: Of<"done">[];
  refused: Of<"refused">[];
}

/** Returns a sentence for each mistake. The list is empty when there are none. */
export function findingsOf(race: Race): string[] {
  const jobs = groupsOf(race.observations, ({ jobId }) => jobId);
  const findings: string[] = [];
  const claimsOfRuns = new Map<string, Claim[]>();
  for (const [jobId, observations] of jobs) {
    const { claims, problems } = claimsOf(observations);
    const ofJob = [
      ...problems,
      ...timesOf(claims, race.leaseMs),
      ...holdingsOf(claims, race.leaseMs),
      ...writesOf(claims),
    ];
    findings.push(...ofJob.map((finding) => `${jobId}: ${finding}`));
    for (const runId of new Set(claims.map(({ claimed }) => claimed.runId))) {
      if (claimsOfRuns.has(runId)) findings.push(`${runId}: more than one job`);
      claimsOfRuns.set(runId, claims);
    }
  }
  return [...findings, ...lossesOf(race), ...race.ends.flatMap((end) => endOf(end, claimsOfRuns.get(end.runId) ?? []))];
}

/** Groups the records by claim, in the order of their fences. */
function claimsOf(observations: readonly Observation[]): { claims: Claim[]; problems: string[] } {
  const problems: string[] = [];
  const claims = [...groupsOf(observations, ({ fence }) => fence)].flatMap(([fence, seen]): Claim[] => {
    const of = <Kind extends Observation["kind"]>(kind: Kind) =>
      seen.filter((one): one is Of<Kind> => one.kind === kind);
    const [claimed, ...others] = of("claimed");
    if (claimed === undefined) throw new Error("Who notes anything of a claim has noted the claim.");
    if (others.length > 0) problems.push(`claimed ${1 + others.length} times as ${fence}`);
    const calls = { sent: of("sending"), done: of("done"), refused: of("refused") };
    return [{ fence, claimed, prolonged: of("prolonged"), ...calls }];
  });
  return { claims: claims.sort((a, b) => a.fence - b.fence), problems };
}

const heldUntil = ({ claimed, prolonged }: Claim): number =>
  Math.max(...[claimed, ...prolonged].map(({ leaseUntil }) => leaseUntil));

/**
 * Checks the times of leases. A lease begins between the request and its answer, and later claims may rely on what
 * runners heard of it.
 */
function timesOf(claims: readonly Claim[], leaseMs: number): string[] {
  return claims.flatMap(({ fence, claimed, prolonged }) =>
    [claimed, ...prolonged]
      .filter(({ sentAt, at, leaseUntil }) => leaseUntil - leaseMs < sentAt || leaseUntil - leaseMs > at)
      .map(({ leaseUntil, sentAt, at }) => `${fence} asked for at ${sentAt} to ${at} lasts to ${leaseUntil}`),
  );
}

/** Checks that each claim ends before the next one begins, also when a runner or the server died in between. */
function holdingsOf(claims: readonly Claim[], leaseMs: number): string[] {
  return claims.flatMap((claim, index) => {
    const next = claims[index + 1];
    if (next === undefined || next.claimed.leaseUntil - leaseMs >= heldUntil(claim)) return [];
    return [`held as ${claim.fence} and ${next.fence} at one time`];
  });
}

function writesOf(claims: readonly Claim[]): string[] {
  const newest = claims.at(-1)?.fence ?? 0;
  const completions = claims.flatMap(({ done }) => done.filter(({ call }) => call === "complete"));
  const findings = completions.length > 1 ? [`completed ${completions.length} times`] : [];
  if (completions.some(({ fence }) => fence < newest)) findings.push("claimed again after it was completed");
  for (const claim of claims) {
    const { fence, done, refused } = claim;
    const later = claims.filter((other) => other.fence > fence);
    const overtakenAt = Math.min(...later.map(({ claimed }) => claimed.at));
    const stale = done.filter(({ sentAt }) => sentAt > overtakenAt);
    findings.push(...stale.map(({ call }) => `"${call}" of ${fence} was taken after a newer claim`));
    const baseless = refused.filter((refusal) => !isFounded(refusal, claim, newest));
    findings.push(...baseless.map(({ call, error }) => `"${call}" of ${fence} was refused: ${error}`));
  }
  return findings;
}

/**
 * Whether a refusal is right. `stale lease` is right when there is a newer claim. Other refusals are right when the
 * call came too late, or when it was done before but its answer was lost.
 */
function isFounded({ call, error, at }: Of<"refused">, claim: Claim, newest: number): boolean {
  if (error.startsWith("400 stale lease")) return claim.fence < newest;
  const isRepeated = claim.sent.filter((sending) => sending.call === call).length > 1;
  return error.startsWith("400 ") && (at >= heldUntil(claim) || (call === "complete" && isRepeated));
}

function lossesOf({ runIds, ends }: Race): string[] {
  const there = new Set(ends.map(({ runId }) => runId));
  const findings = runIds.filter((runId) => !there.has(runId)).map((runId) => `${runId}: lost`);
  if (ends.length !== runIds.length) findings.push(`${ends.length} runs, of ${runIds.length} that were started`);
  return findings;
}

function endOf({ runId, status, events }: EndOfRun, claims: readonly Claim[]): string[] {
  const findings: string[] = [];
  if (status !== "completed") findings.push(`is ${status}`);
  if (claims.length === 0) findings.push("was never claimed");
  if (events.some(({ seq }, index) => seq !== index + 1)) findings.push("its log has a gap");
  const moves = events.flatMap(({ type, data }) => (type === "run.status" ? [data.status] : []));
  if (moves.join() !== "running,completed") findings.push(`went through ${moves.join()}`);
  const written = events.flatMap(({ type, data }) => (type === "run.progress" ? [String(data.message)] : []));
  findings.push(...effectsOf(written, claims));
  return findings.map((finding) => `${runId}: ${finding}`);
}

const effectCalls: Call[] = ["effect 0", "effect 1"];

/**
 * Checks that each effect exists at least as often as it was acknowledged, and at most as often as it was sent without
 * being refused.
 */
function effectsOf(written: readonly string[], claims: readonly Claim[]): string[] {
  const fences = written.map((message) => Number.parseInt(message, 10));
  const findings = fences.some((fence, index) => fence < (fences[index - 1] ?? 0))
    ? ["an old claim wrote after a newer"]
    : [];
  let explained = 0;
  for (const { fence, sent, done, refused } of claims) {
    for (const effect of effectCalls) {
      const count = (calls: readonly { call: string }[]) => calls.filter(({ call }) => call === effect).length;
      const times = written.filter((message) => message === `${fence} ${effect}`).length;
      explained += times;
      if (times >= count(done) && times <= count(sent) - count(refused)) continue;
      findings.push(`"${effect}" of ${fence} is there ${times} times, of ${count(sent)} sent, ${count(done)} done`);
    }
  }
  if (explained < written.length) findings.push("something was written that nobody sent");
  return findings;
}

function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
