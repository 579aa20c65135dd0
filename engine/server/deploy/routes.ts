// The endpoints that the `npx convex` command line calls, by path.
import { version } from "convex";
import type { Route } from "../exchange";
import { deployPost } from "./deployPost";
import { canonicalUrls, listEnvironment, updateEnvironment } from "./environment";
import { requestExport } from "./exports";
import { streamFunctionLogs } from "./functionLogs";
import { finishUpload, performImport, startUpload, uploadPart } from "./imports";
import { evaluatePush, evaluateSchema, finishPush, startPush, waitForSchema } from "./pushSteps";

/** The server never reports a known module hash, so a push always sends every module. */
const CONFIG = { config: { functions: "convex/" }, moduleHashes: [], udfServerVersion: version };

export const deployRoutes: [string, Route][] = [
  ["/api/get_config_hashes", { POST: deployPost(() => CONFIG) }],
  ["/api/deploy2/evaluate_schema", { POST: deployPost(evaluateSchema) }],
  ["/api/deploy2/evaluate_push", { POST: deployPost(evaluatePush) }],
  ["/api/deploy2/start_push", { POST: deployPost(startPush) }],
  ["/api/deploy2/wait_for_schema", { POST: deployPost(waitForSchema) }],
  ["/api/deploy2/finish_push", { POST: deployPost(finishPush) }],
  ["/api/deploy2/report_push_completed", { POST: deployPost(() => ({})) }],
  ["/api/v1/get_canonical_urls", { GET: canonicalUrls }],
  ["/api/update_environment_variables", { POST: deployPost(updateEnvironment) }],
  ["/api/list_environment_variables", { GET: listEnvironment }],
  ["/api/stream_function_logs", { GET: streamFunctionLogs }],
  ["/api/export/request/zip", { POST: requestExport }],
  ["/api/import/start_upload", { POST: startUpload }],
  ["/api/import/upload_part", { POST: uploadPart }],
  ["/api/import/finish_upload", { POST: deployPost(finishUpload) }],
  ["/api/perform_import", { POST: deployPost(performImport) }],
];
