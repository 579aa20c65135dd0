import type { Args } from "../service/operations";

export type FeedbackItem = Args<"run.reportFeedback">["items"][number];

export const [maxTitle, maxText, maxKey] = [300, 20_000, 200];
