// The part of a push's answer that comes back with every later step. The ids in it are opaque to the command line, so
// they carry the name of the prepared push.
import type { PreparedPush } from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { objectField, stringField } from "../jsonReader";

/** The app itself; components would have paths of their own. */
const ROOT = "";

export function schemaChangeOf(push: PreparedPush): JsonObject {
  return {
    allocatedComponentIds: {},
    schemaIds: { [ROOT]: push.id },
    indexDiffs: {
      [ROOT]: {
        added_indexes: push.indexes.added.map(databaseIndex),
        removed_indexes: push.indexes.removed.map(databaseIndex),
      },
    },
  };
}

/** From a body with a `schemaChange`: the request of `wait_for_schema`, or the answer of `start_push`. */
export function pushIdIn(body: JsonObject): string {
  return stringField(objectField(objectField(body, "schemaChange"), "schemaIds"), ROOT);
}

export function indexDiffIn(body: JsonObject): Json {
  return objectField(objectField(objectField(body, "schemaChange"), "indexDiffs"), ROOT);
}

export function databaseIndex(index: { name: string; fields: string[] }): JsonObject {
  return { type: "database", name: index.name, fields: index.fields };
}
