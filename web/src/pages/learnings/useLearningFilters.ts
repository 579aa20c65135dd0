// The filters of the list of learnings, as the address has them.
import { learningReviews } from "#convex/learnings/reviews";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";

export interface LearningFilterState {
  search: string;
  queryArgs: { status?: (typeof learningReviews)[number]; category?: string };
  isFiltered: boolean;
  set: (changes: Record<string, string | null>) => void;
  clear: () => void;
}

export function useLearningFilters(): LearningFilterState {
  const { get, set } = useAddressParameters();
  const status = oneOf(get("status"), learningReviews);
  const category = get("category");
  const search = get("search") ?? "";
  return {
    search,
    queryArgs: { ...(status === null ? {} : { status }), ...(category === null ? {} : { category }) },
    isFiltered: status !== null || category !== null || search !== "",
    set,
    clear: () => set({ status: null, category: null, search: null }),
  };
}
