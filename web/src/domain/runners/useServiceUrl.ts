import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import { addressFromElsewhere } from "./serviceAddress";

/** The address of the API, for examples. It has a placeholder where the service does not know it. */
export function useServiceUrl(): string {
  const found = useProjectQuery(api.runners.dashboard.connection, {});
  const known = found.kind === "ready" ? found.value.serviceUrl : null;
  return addressFromElsewhere(known ?? "<address of the API>", location);
}
