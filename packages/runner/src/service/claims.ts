// The jobs that the service hands out, by their kind, and what they are about.
import type { Operations } from "./_generated/operations";

export type Claim = NonNullable<Operations["job.claim"]["result"]>;
type ClaimOf<Kind extends Claim["kind"]> = Extract<Claim, { kind: Kind }>;

type RunJob = ClaimOf<"run.execute">;
export type SprintChainJob = ClaimOf<"sprintChain.execute">;
export type WorkChainJob = ClaimOf<"workChain.execute">;
export type IssueSessionJob = ClaimOf<"issueSession.scan">;
export type AnsweringSessionJob = ClaimOf<"answeringSession.continue">;
export type MergeJob = ClaimOf<"merge.execute">;
export type LearningJob = ClaimOf<"learning.extract">;
export type DevServerJob = ClaimOf<"sandbox.devServer">;
export type LookJob = ClaimOf<"pullRequest.look">;
export type RepositoryCheckJob = ClaimOf<"repository.check">;

export type Run = NonNullable<RunJob["run"]>;
export type Step = Run["steps"][number];
export type SprintChain = NonNullable<SprintChainJob["sprintChain"]>;
export type WorkChain = NonNullable<WorkChainJob["workChain"]>;
export type Issue = NonNullable<WorkChainJob["issues"]>[number];
export type IssueSession = NonNullable<IssueSessionJob["issueSession"]>;
export type Message = NonNullable<ClaimOf<"sandbox.message">["message"]>;
export type MergeRun = NonNullable<MergeJob["mergeRun"]>;
export type Sandbox = NonNullable<DevServerJob["sandbox"]>;
