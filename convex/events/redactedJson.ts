import { redactCredentials } from "../lib/repositoryAddress";

/**
 * The data of an event as JSON. Addresses, names and reasons in it may come from runners, agents and code hosts, and an
 * address that is copied may have a token in front of the host, so no text in an event keeps one. Every event is
 * written with this function. Pure.
 */
export function redactedJson(data: Record<string, unknown>): string {
  return JSON.stringify(data, (_name, value: unknown) =>
    typeof value === "string" ? redactCredentials(value) : value,
  );
}
