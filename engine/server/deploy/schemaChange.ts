// The part of a push's answer that comes back with every later step. The ids in it are opaque to the command line, so
// they carry the name of the prepared push.
import type { IndexChanges, PreparedPush } from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { objectField, stringField } from "../jsonReader";

/** The app itself, besides the paths of its components. */
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

/** From a body with a `schemaChange`: the request of `wait_for_schema`, or the answer of `start_push`. */
export function pushIdIn(body: JsonObject): string {
  return stringField(objectField(objectField(body, "schemaChange"), "schemaIds"), ROOT);
}

/** null where the push says nothing of that component, which it unmounts then. */
export function indexDiffIn(body: JsonObject, componentPath: string): Json {
  return objectField(objectField(body, "schemaChange"), "indexDiffs")[componentPath] ?? null;
}
