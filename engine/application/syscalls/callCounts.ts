import type { CallCounts } from "../contract";

export function noCalls(): CallCounts {
  return { queries: 0, cachedQueries: 0, mutations: 0, actions: 0 };
}
