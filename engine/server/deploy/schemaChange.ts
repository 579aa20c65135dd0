// The part of a push's answer that the command line sends back with every later step. Its ids mean nothing to the
// command line, so they can hold the name of the prepared push.
import type { IndexChanges, PreparedPush } from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { objectField, stringField } from "../jsonReader";

/** The key for the app itself, in maps whose other keys are the paths of components. */
const ROOT = "";

export function schemaChangeOf(push: PreparedPush): JsonObject {
  const byComponent = <T extends Json>(of: (changes: IndexChanges) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(push.indexes).map(([path, changes]) => [path, of(changes)]));
  return {
    allocatedComponentIds: {},
    schemaIds: byComponent(() => push.id),
    indexDiffs: byComponent(({ added, removed }) => ({
      added_indexes: added,
      removed_indexes: removed,
    })),
  };
}

/**
 * Reads the push from a body with a `schemaChange`: the request of `wait_for_schema`, or the answer of `start_push`.
 */
export function pushIdIn(body: JsonObject): string {
  return stringField(objectField(objectField(body, "schemaChange"), "schemaIds"), ROOT);
}

/** Returns null when the push does not mention the component, which means that the push unmounts it. */
export function indexDiffIn(body: JsonObject, componentPath: string): Json {
  return objectField(objectField(body, "schemaChange"), "indexDiffs")[componentPath] ?? null;
}
