// Fills a project, in the order in which things need one another. The number of most things grows with the number of
// runs.
import { setUpProject } from "./administration";
import {
  courseCount,
  makeMergeRun,
  makeRecurringTask,
  makeSprintChain,
  makeWorkChain,
  recurringTaskCount,
} from "./chains";
import { makeIssue, makeIssueSession } from "./issues";
import type { Discovery } from "./issues";
import { makeKnowledge } from "./knowledge";
import type { Workflow } from "./knowledge";
import { compileLearnings, makeLearning } from "./learnings";
import type { Progress } from "./progress";
import { makeRun } from "./runs";
import type { Service } from "./service";
import { fillTrash } from "./trash";

export interface Wish {
  runs: number;
  seed: number;
  /** The command has just made the project, so it may set up its people and settings. */
  isNew: boolean;
}

export async function fillProject(service: Service, progress: Progress, wish: Wish): Promise<void> {
  const { seed, runs, isNew } = wish;
  if (isNew) await progress.each("Project", ["settings, people, keys"], () => setUpProject(service));
  const workflows = await makeKnowledge(service, progress);
  const discoveries = await makeIssues(service, progress, wish);
  await makeChains(service, progress, wish, workflows);
  const issueIds = discoveries.flatMap((discovery) => discovery.issueIds);
  const runIds = await progress.each("Runs", numbers(runs), (index) =>
    // Every fourth run is for an issue, until each issue has a run.
    makeRun(service, { seed, index, workflows, issueId: index % 4 === 0 ? issueIds[index / 4] : undefined }),
  );
  const learningIds = await makeLearnings(service, progress, wish);
  await progress.each("Trash", ["one of each kind"], () =>
    fillTrash(service, {
      runIds: runIds.filter((_, index) => index % 50 === 7).slice(0, 100),
      learningId: learningIds.at(-1),
      sessionId: discoveries.at(-1)?.sessionId,
    }),
  );
}

async function makeIssues(service: Service, progress: Progress, { seed, runs }: Wish): Promise<Discovery[]> {
  const sessions = numbers(Math.max(10, Math.ceil(runs / 20)));
  const discoveries = await progress.each("Issue sessions", sessions, (index) =>
    makeIssueSession(service, seed, index),
  );
  await progress.each("Issues", numbers(Math.max(5, Math.ceil(runs / 10))), (index) => makeIssue(service, seed, index));
  return discoveries;
}

async function makeChains(service: Service, progress: Progress, wish: Wish, workflows: Workflow[]): Promise<void> {
  const { seed, runs } = wish;
  const many = Math.ceil(runs / 50);
  await progress.each("Sprint chains", numbers(Math.max(courseCount, many)), (index) =>
    makeSprintChain(service, { seed, index, workflows }),
  );
  await progress.each("Work chains", numbers(Math.max(courseCount + 1, many)), (index) =>
    makeWorkChain(service, { seed, index, workflows }),
  );
  await progress.each("Recurring tasks", numbers(recurringTaskCount), (index) =>
    makeRecurringTask(service, { seed, index, workflows }),
  );
  await progress.each("Merge runs", numbers(Math.max(3, many)), (index) => makeMergeRun(service, seed, index));
}

/** Returns the ids of the learnings that are in no learning version. */
async function makeLearnings(service: Service, progress: Progress, { seed, runs }: Wish): Promise<string[]> {
  const learnings = await progress.each("Learnings", numbers(Math.max(12, Math.ceil(runs / 20))), (index) =>
    makeLearning(service, seed, index),
  );
  const approved = learnings.filter(({ isApproved }) => isApproved).map(({ id }) => id);
  await progress.each("Learning versions", ["designer", "checker"], (role) =>
    compileLearnings(service, role, approved.slice(0, 20)),
  );
  return learnings.filter(({ isApproved }) => !isApproved).map(({ id }) => id);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
