import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { chainStatuses } from "../lib/chainStatus";
import { gitRepoUrl, webAddress } from "../lib/fields";
import { branchName, prompt } from "../runs/fields";

export const list = pageOnly;

const maxSprints = 100;

const sprintNumber = () => z.int().check(z.minimum(1));

const sprintRange = () =>
  z.tuple([sprintNumber(), sprintNumber()], "must be two whole numbers: [first, last]").check(
    z.refine(([first, last]) => first <= last, "must be [first, last], the first not after the last"),
    z.refine(([first, last]) => last - first < maxSprints, `must have at most ${maxSprints} sprints`),
  );

const resumesInside = z.refine<{ sprintRange: [number, number]; resumeFromSprint?: number | null | undefined }>(
  ({ sprintRange: [first, last], resumeFromSprint }) => (resumeFromSprint ?? 0) <= last - first,
  { path: ["resumeFromSprint"], error: "must be the index of a sprint in the range" },
);

export const create = () =>
  z
    .strictObject({
      workflowId: z.string(),
      sprintRange: sprintRange(),
      prompt: prompt(),
      gitRepoUrl: gitRepoUrl(),
      branchName: z.optional(z.nullable(branchName())),
      resumeFromSprint: z.optional(z.nullable(z.int().check(z.minimum(0)))),
    })
    .check(resumesInside);

export type CreateRequest = z.infer<ReturnType<typeof create>>;

// The schemas of the job runner's operations on sprint chains.

export const get = () => z.strictObject({ chainId: z.string() });

export const updateStatus = () => z.strictObject({ chainId: z.string(), status: z.enum(chainStatuses) });

export const updatePr = () =>
  z.strictObject({ chainId: z.string(), prUrl: webAddress(), sprintIndex: z.int().check(z.minimum(0)) });

export type UpdatePrRequest = z.infer<ReturnType<typeof updatePr>>;
