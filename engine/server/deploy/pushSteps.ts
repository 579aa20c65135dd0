// The steps of a push. Nothing changes before `finish_push`: code generation, too, calls `start_push`.
import type { SchemaCheck } from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { objectField, stringField } from "../jsonReader";
import type { Services } from "../exchange";
import { databaseIndex, indexDiffIn, pushIdIn, schemaChangeOf } from "./schemaChange";
import { readPushedModules } from "./startPushRequest";
import { startPushResponse } from "./startPushResponse";

export async function startPush(request: JsonObject, { application }: Services): Promise<Json> {
  const push = await application.preparePush(readPushedModules(request));
  return startPushResponse(push, stringField(objectField(request, "appDefinition"), "udfServerVersion"));
}

export async function evaluatePush(request: JsonObject, { application }: Services): Promise<Json> {
  return { schemaChange: schemaChangeOf(await application.preparePush(readPushedModules(request))) };
}

/**
 * Lets the command line see which indexes a push drops; without it, the command line would ask for the sizes of their
 * tables over a WebSocket. It warns before large indexes go. Here an index is built within the push itself, so no
 * table counts as large.
 */
export async function evaluateSchema(request: JsonObject, { application }: Services): Promise<Json> {
  const { analysis, indexes } = await application.preparePush(readPushedModules(request));
  const prediction = (change: string) => (index: { name: string; fields: string[] }) => ({
    ...databaseIndex(index),
    change,
    needsBackfill: false,
    numDocs: 0,
  });
  const evaluation = {
    definitionPath: "",
    schemaValidation: analysis.schema?.schemaValidation ?? false,
    tables: [],
    indexes: [...indexes.added.map(prediction("added")), ...indexes.removed.map(prediction("dropped"))],
  };
  return { componentSchemaEvaluations: { "": evaluation }, newComponentDefinitions: [] };
}

export async function waitForSchema(request: JsonObject, { application }: Services): Promise<Json> {
  return schemaStatus(await application.checkSchema(pushIdIn(request)));
}

function schemaStatus(check: SchemaCheck): Json {
  switch (check.kind) {
    case "complete":
      return { type: "complete" };
    case "failed":
      return { type: "failed", error: check.error, componentPath: "", tableName: check.tableName };
  }
}

export async function finishPush(request: JsonObject, { application }: Services): Promise<Json> {
  const startPushAnswer = objectField(request, "startPush");
  const id = pushIdIn(startPushAnswer);
  const nothing: JsonObject = { authDiff: { added: [], removed: [] }, definitionDiffs: {}, componentDiffs: {} };
  if (request["dryRun"] === true) return nothing;
  const { modules, crons } = await application.activatePush(id);
  const root: JsonObject = {
    diffType: { type: "modify" },
    moduleDiff: { added: modules.added, removed: modules.removed },
    udfConfigDiff: null,
    cronDiff: { added: crons.added, updated: crons.updated, deleted: crons.deleted },
    indexDiff: indexDiffIn(startPushAnswer),
    schemaDiff: null,
  };
  return { ...nothing, componentDiffs: { "": root } };
}
