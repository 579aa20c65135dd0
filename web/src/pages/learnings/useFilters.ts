// The filters of the list of learnings, as the address has them.
import { learningReviews } from "../../../../convex/learnings/reviews";
import { oneOf, useParameters } from "../../address/useParameters";

export interface Filters {
  search: string;
  asked: { status?: (typeof learningReviews)[number]; category?: string };
  isFiltered: boolean;
  set: (changes: Record<string, string | null>) => void;
  clear: () => void;
}

export function useFilters(): Filters {
  const { get, set } = useParameters();
  const status = oneOf(get("status"), learningReviews);
  const category = get("category");
  const search = get("search") ?? "";
  return {
    search,
    asked: { ...(status === null ? {} : { status }), ...(category === null ? {} : { category }) },
    isFiltered: status !== null || category !== null || search !== "",
    set,
    clear: () => set({ status: null, category: null, search: null }),
  };
}
