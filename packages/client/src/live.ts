// The public functions of the service, for the clients of Convex, such as `useQuery(api.runs.dashboard.get, { ... })`.
// Only programs that use it need the package `convex`.
import { anyApi } from "convex/server";
import type { LiveApi } from "./_generated/liveApi.js";

/** At run time a function is only its path, so any path is there; the type says which ones the service has. */
export const api = anyApi as unknown as LiveApi;

export type { LiveApi };
