// The steps of a push. Nothing changes before `finish_push`, because code generation also calls `start_push`.
import type {
  ComponentChanges,
  IndexChange,
  IndexChanges,
  PreparedPush,
  SchemaCheck,
} from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { objectField, stringField } from "../jsonReader";
import type { Services } from "../exchange";
import { indexDiffIn, pushIdIn, schemaChangeOf } from "./schemaChange";
import { readDefinitions } from "./startPushRequest";
import { startPushResponse } from "./startPushResponse";

export async function startPush(request: JsonObject, { application }: Services): Promise<Json> {
  const push = await application.preparePush(readDefinitions(request));
  return startPushResponse(push, stringField(objectField(request, "appDefinition"), "udfServerVersion"));
}

export async function evaluatePush(request: JsonObject, { application }: Services): Promise<Json> {
  return { schemaChange: schemaChangeOf(await application.preparePush(readDefinitions(request))) };
}

/**
 * Tells the command line which indexes a push drops. Without this endpoint, the command line would ask for the sizes of
 * their tables over a WebSocket, because it warns before large indexes are dropped. Here an index is built within the
 * push itself, so no table counts as large.
 */
export async function evaluateSchema(request: JsonObject, { application }: Services): Promise<Json> {
  const { app, indexes } = await application.preparePush(readDefinitions(request));
  return {
    componentSchemaEvaluations: Object.fromEntries(
      componentsOf(app).map((component) => [component.path, schemaEvaluation(component, indexes[component.path])]),
    ),
    newComponentDefinitions: [],
  };
}

function schemaEvaluation({ definitionPath, analysis }: PreparedPush["app"], indexes: IndexChanges | undefined): Json {
  const prediction = (change: string) => (index: IndexChange) => ({
    ...index,
    change,
    needsBackfill: false,
    numDocs: 0,
  });
  return {
    definitionPath,
    schemaValidation: analysis.schema?.schemaValidation ?? false,
    tables: [],
    indexes: [
      ...(indexes?.added ?? []).map(prediction("added")),
      ...(indexes?.removed ?? []).map(prediction("dropped")),
    ],
  };
}

function componentsOf(node: PreparedPush["app"]): PreparedPush["app"][] {
  return [node, ...[...node.children.values()].flatMap(componentsOf)];
}

export async function waitForSchema(request: JsonObject, { application }: Services): Promise<Json> {
  return schemaStatus(await application.checkSchema(pushIdIn(request)));
}

function schemaStatus(check: SchemaCheck): Json {
  switch (check.kind) {
    case "complete":
      return { type: "complete" };
    case "failed":
      return { type: "failed", error: check.error, componentPath: check.componentPath, tableName: check.tableName };
  }
}

export async function finishPush(request: JsonObject, { application }: Services): Promise<Json> {
  const startPushAnswer = objectField(request, "startPush");
  const id = pushIdIn(startPushAnswer);
  const nothing: JsonObject = { authDiff: { added: [], removed: [] }, definitionDiffs: {}, componentDiffs: {} };
  if (request["dryRun"] === true) return nothing;
  const changes = Object.entries(await application.activatePush(id));
  const diffs = changes.map(([path, change]): [string, JsonObject] => [
    path,
    componentDiff(change, indexDiffIn(startPushAnswer, path)),
  ]);
  return { ...nothing, componentDiffs: Object.fromEntries(diffs) };
}

const NO_INDEX_DIFF = { added_indexes: [], removed_indexes: [] };
const DIFF_TYPES: Record<ComponentChanges["kind"], string> = {
  created: "create",
  modified: "modify",
  unmounted: "unmount",
  remounted: "remount",
};

function componentDiff({ kind, modules, crons }: ComponentChanges, indexDiff: Json): JsonObject {
  return {
    diffType: { type: DIFF_TYPES[kind] },
    moduleDiff: { added: modules.added, removed: modules.removed },
    udfConfigDiff: null,
    cronDiff: { added: crons.added, updated: crons.updated, deleted: crons.deleted },
    indexDiff: indexDiff ?? NO_INDEX_DIFF,
    schemaDiff: null,
  };
}
