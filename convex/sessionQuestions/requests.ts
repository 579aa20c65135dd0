import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { plainJson, trimmedText } from "../lib/fields";
import { verdicts } from "./status";

export const list = () => z.strictObject({ answeringSessionId: nonEmptyText(), ...pageParameters() });

export const text = () => trimmedText(4000);

/** A declined question needs a correction; an approved one must have none. */
export const review = () =>
  z.strictObject({ status: z.enum(verdicts), correction: z.optional(z.nullable(text())) }).check(
    z.superRefine(({ status, correction }, context) => {
      if (status === "declined" && correction == null)
        context.addIssue({ code: "custom", path: ["correction"], message: "is required when status is declined" });
      if (status === "approved" && correction != null)
        context.addIssue({ code: "custom", path: ["correction"], message: "must be left out when status is approved" });
    }),
  );

export const assumption = () => z.strictObject({ assumption: text() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type ReviewRequest = z.infer<ReturnType<typeof review>>;

// The schemas of the job runner's operations on session questions.

const question = () => z.strictObject({ question: text(), assumption: text() });

/** The most questions or assumptions that the runner may report in one call. */
const maxCount = 200;

export const create = () =>
  z.strictObject({
    answeringSessionId: z.string(),
    questions: z.array(question()).check(z.minLength(1), z.maxLength(maxCount)),
  });

export const updateAssumptions = () =>
  z.strictObject({
    updates: z
      .array(z.strictObject({ questionId: z.string(), assumption: text() }))
      .check(z.minLength(1), z.maxLength(maxCount)),
  });

/** `assumptions` holds the new assumption of each question under the question's id. */
export const updateByIssueSession = () =>
  z.strictObject({
    issueSessionId: z.string(),
    assumptions: z.record(z.string(), text()).check(
      z.refine((map) => Object.keys(map).length <= maxCount, `must have at most ${maxCount} entries`),
      ...plainJson(),
    ),
  });

export type Creation = z.infer<ReturnType<typeof create>>;
export type AssumptionUpdates = z.infer<ReturnType<typeof updateAssumptions>>;
export type AssumptionMap = z.infer<ReturnType<typeof updateByIssueSession>>;
