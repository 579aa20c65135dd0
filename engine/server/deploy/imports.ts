// `npx convex import`: the file arrives in parts, then the server says what the import would change, and after a
// confirmation it imports. In between, the command line watches a query.
import type { ImportMode, ImportRequest } from "../../application/contract";
import type { Json, JsonObject } from "../../value/json";
import { requireAdmin } from "../adminAccess";
import type { Endpoint, Services } from "../exchange";
import { invalid, objectField, stringField } from "../jsonReader";
import { sendJson } from "../reply";
import { sendContinue } from "../requestBody";
import { boundedUpload } from "../storageEndpoints";

export const startUpload: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  sendJson(exchange, 200, { uploadToken: await exchange.services.application.imports.startUpload() });
};

export const uploadPart: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  const { application, limits } = exchange.services;
  const search = new URLSearchParams(exchange.query);
  const token = search.get("uploadToken");
  if (token === null) throw invalid('The query parameter "uploadToken" is missing.');
  sendContinue(exchange, limits.maxImportBytes);
  const body = boundedUpload(exchange, limits.maxImportBytes);
  try {
    sendJson(exchange, 200, await application.imports.uploadPart(token, Number(search.get("partNumber")), body.stream));
  } catch (error) {
    throw body.failure() ?? error;
  } finally {
    exchange.request.socket.setTimeout(0);
  }
};

export async function finishUpload(request: JsonObject, { application }: Services): Promise<Json> {
  const token = stringField(request, "uploadToken");
  const parts = request["partTokens"];
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string")) {
    throw invalid('"partTokens" must be an array of strings.');
  }
  const importRequest = readImport(objectField(request, "import"));
  return { importId: await application.imports.finishUpload(token, parts, importRequest) };
}

export async function performImport(request: JsonObject, { application }: Services): Promise<Json> {
  await application.imports.perform(stringField(request, "importId"));
  return {};
}

const MODES: Record<string, ImportMode> = {
  requireEmpty: "requireEmpty",
  append: "append",
  replace: "replace",
  replaceAll: "replaceAll",
};

function readImport(request: JsonObject): ImportRequest {
  const mode = MODES[stringField(request, "mode")];
  if (mode === undefined) throw invalid(`"mode" must be one of ${Object.keys(MODES).join(", ")}.`);
  const component = request["componentPath"] ?? "";
  if (typeof component !== "string") throw invalid('"componentPath" must be a string.');
  return { format: readFormat(request), mode, component };
}

function readFormat(request: JsonObject): ImportRequest["format"] {
  const kind = stringField(request, "format");
  switch (kind) {
    case "zip":
      return { kind };
    case "csv":
    case "jsonLines":
    case "jsonArray":
      return { kind, tableName: stringField(request, "tableName") };
    default:
      throw invalid(`"format" must be zip, csv, jsonLines or jsonArray.`);
  }
}
