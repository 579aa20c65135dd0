// The counts of learnings in the form that clients see. Pure.
import type { LearningReview } from "./schema";

type Count = { value: string; count: number };

/** Counts are lists in live queries: categories are free texts, which Convex does not allow as names of fields. */
export type Counts = { byStatus: Count[]; byCategory: Count[] };

export interface StatsView {
  total: number;
  byStatus: Record<LearningReview, number>;
  byCategory: Record<string, number>;
}

const none: Record<LearningReview, number> = { pending: 0, approved: 0, rejected: 0, archived: 0 };

/** Learnings without a category count only in the total and by status. */
export function presentStats({ byStatus, byCategory }: Counts): StatsView {
  return {
    total: byStatus.reduce((sum, { count }) => sum + count, 0),
    byStatus: { ...none, ...byName(byStatus) },
    byCategory: byName(byCategory),
  };
}

function byName(counts: Count[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ value, count }) => [value, count]));
}
