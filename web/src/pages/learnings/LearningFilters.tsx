// State, category and words, with how many learnings there are of each.
import { api } from "#convex/_generated/api";
import { learningReviews } from "#convex/learnings/reviews";
import { useProjectQuery } from "../../live/projectHooks";
import { FilterBar } from "../../parts/FilterBar";
import { FilterSelect } from "../../parts/FilterSelect";
import { toLabel } from "../../parts/Status";
import type { LearningFilterState } from "./useLearningFilters";
import style from "./LearningFilters.module.css";

export function LearningFilters({ filters }: { filters: LearningFilterState }) {
  const stats = useProjectQuery(api.learnings.dashboard.stats, {});
  const byStatus = stats.kind === "ready" ? stats.value.byStatus : [];
  const byCategory = stats.kind === "ready" ? stats.value.byCategory : [];
  const countOf = (status: string) => byStatus.find(({ value }) => value === status)?.count ?? 0;
  const total = byStatus.reduce((sum, { count }) => sum + count, 0);
  const { status = null, category = null } = filters.queryArgs;
  // A category without learnings is in no statistics, and an address may still name it.
  const categories = [...new Set([...byCategory.map(({ value }) => value), ...(category === null ? [] : [category])])];
  return (
    <FilterBar what="learnings" filters={filters}>
      <div className={style.states} role="group" aria-label="State">
        {[null, ...learningReviews].map((value) => (
          <button
            key={value ?? "all"}
            type="button"
            className={style.state}
            aria-pressed={value === status}
            onClick={() => filters.set({ status: value })}
          >
            {value === null ? "All" : toLabel(value)}
            <span className={style.count}>{value === null ? total : countOf(value)}</span>
          </button>
        ))}
      </div>
      {categories.length > 0 && (
        <FilterSelect
          label="Category"
          anyLabel="Any category"
          value={category}
          choices={categories.map((value) => {
            const count = byCategory.find((each) => each.value === value)?.count ?? 0;
            return { value, label: `${value} (${count})` };
          })}
          onChange={(value) => filters.set({ category: value })}
        />
      )}
    </FilterBar>
  );
}
