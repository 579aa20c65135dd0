// The counts of learnings as clients see them. Pure.
import type { LearningReview } from "./schema";

type Count = { value: string; count: number };

/** Lists, for live queries: categories are somebody's texts, and a value of Convex cannot have those for names of fields. */
export type Counts = { byStatus: Count[]; byCategory: Count[] };

export interface StatsView {
  total: number;
  byStatus: Record<LearningReview, number>;
  byCategory: Record<string, number>;
}

const none: Record<LearningReview, number> = { pending: 0, approved: 0, rejected: 0, archived: 0 };

/** Learnings without a category are in the total and the statuses alone. */
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
