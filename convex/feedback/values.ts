// The closed lists of feedback. Data only.

/** What the code host reports: a check that has failed, a review, a comment, and a conflict with the base. */
export const reportedKinds = ["check", "review", "comment", "conflict"] as const;
/** `person` is what somebody has said here. */
export const feedbackKinds = [...reportedKinds, "person"] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

/** `handled` by a round, `ignored` by a person, `resolved` at the code host. */
export const feedbackStatuses = ["open", "handled", "ignored", "resolved"] as const;
