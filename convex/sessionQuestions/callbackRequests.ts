// What the job runner may say about session questions.
import * as z from "zod/mini";
import { plainJson } from "../lib/bounds";
import { text } from "./requests";

const question = () => z.strictObject({ question: text(), assumption: text() });

/** What an agent has made up in one go. */
const countMax = 200;

export const create = () =>
  z.strictObject({
    answeringSessionId: z.string(),
    questions: z.array(question()).check(z.minLength(1), z.maxLength(countMax)),
  });

export const updateAssumptions = () =>
  z.strictObject({
    updates: z
      .array(z.strictObject({ questionId: z.string(), assumption: text() }))
      .check(z.minLength(1), z.maxLength(countMax)),
  });

/** By the ids of the questions. */
export const updateByIssueSession = () =>
  z.strictObject({
    issueSessionId: z.string(),
    assumptions: z.record(z.string(), text()).check(
      z.refine((map) => Object.keys(map).length <= countMax, `must have at most ${countMax} entries`),
      ...plainJson(),
    ),
  });

export type Creation = z.infer<ReturnType<typeof create>>;
export type AssumptionUpdates = z.infer<ReturnType<typeof updateAssumptions>>;
export type AssumptionMap = z.infer<ReturnType<typeof updateByIssueSession>>;
