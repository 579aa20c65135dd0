// What a job is about, with a link to it.
import type { FunctionReturnType } from "convex/server";
import { Link } from "wouter";
import type { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { RunLink } from "../../domain/runs/RunLink";
import { useJobName } from "./useJobName";
import style from "./Runners.module.css";

export type Job = FunctionReturnType<typeof api.jobs.dashboard.list>["page"][number];

export function JobLink({ job, showsName = false }: { job: Job; showsName?: boolean }) {
  const href = useProjectHref();
  const { text, page } = describeJob(job);
  const name = useJobName(job);
  const shown = name === null ? text : `${text}: ${name}`;
  return (
    <span className={style.job}>
      {page === null ? (
        shown
      ) : (
        <Link href={href(page)} title={shown}>
          <bdi>{shown}</bdi>
        </Link>
      )}
      {job.runId !== undefined && <RunLink runId={job.runId} showsName={showsName} />}
    </span>
  );
}

/** The words for the kind of work, and the page of what it is about. The page of a run is named by `RunLink`. */
function describeJob(job: Job): { text: string; page: string | null } {
  switch (job.kind) {
    case "run.execute":
      return { text: "", page: null };
    case "run.continue":
      return { text: "Next round", page: null };
    case "sprintChain.execute":
      return { text: "Next sprint of a chain", page: `chains/${job.sprintChainId}` };
    case "workChain.execute":
      return { text: "Next issue of a chain", page: `chains/${job.workChainId}` };
    case "issueSession.scan":
      return { text: "Scan for issues", page: `sessions/${job.issueSessionId}` };
    case "answeringSession.continue":
      return { text: "Answers to questions", page: `reviews/${job.answeringSessionId}` };
    case "merge.execute":
      return { text: "Merge of pull requests", page: "merging" };
    case "learning.extract":
      return { text: "Learnings from a run", page: null };
    case "sandbox.message":
      return { text: "Message to an agent", page: null };
    case "sandbox.devServer":
      return { text: "Dev server", page: null };
    case "pullRequest.look":
      return { text: "Pull request refresh", page: null };
    case "repository.check":
      return { text: "Check of a repository", page: null };
  }
}
