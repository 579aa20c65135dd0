// The schemas of what this checkout answers. Reading the types takes some seconds, so it is done once.
import { getFunctionName } from "convex/server";
import { allOperations } from "../../convex/callback/operations";
import { readAnswerSchemas } from "../../scripts/answerSchemas";
import type { Route } from "../../convex/api/routeBuilders";
import type { AnswerSchema, AnswerSchemas } from "../../scripts/answerSchemas";
import { rootDirectory } from "../../scripts/settings";
import { allRoutes } from "./allRoutes";
import { publicFunctions } from "./publicFunctions";

let schemas: Promise<AnswerSchemas> | undefined;

export async function answerSchemas(): Promise<AnswerSchemas> {
  schemas ??= readAll();
  return await schemas;
}

async function readAll(): Promise<AnswerSchemas> {
  const endpoints = (isRead: boolean) =>
    allRoutes.filter(({ method }) => (method === "GET") === isRead).map(({ endpoint }) => getFunctionName(endpoint));
  return readAnswerSchemas(rootDirectory, {
    reads: endpoints(true),
    writes: endpoints(false),
    operations: (await allOperations()).map(({ name }) => name),
    functions: (await publicFunctions()).map(({ name }) => name),
  });
}

/** The schema of the whole body with which a route answers a success. */
export function bodyOf(route: Route, { endpoints }: AnswerSchemas): AnswerSchema {
  const result = endpoints[getFunctionName(route.endpoint)] ?? {};
  if (route.method !== "GET" || route.answer.kind === "data") return wrapped("data", result);
  if (route.answer.kind === "file") return {};
  if (route.answer.kind === "followed" || route.answer.hasRequestId === undefined) return result;
  return { anyOf: [result], properties: { requestId: { type: "string" } }, required: ["requestId"] };
}

/** The schema of an object with one field. */
export function wrapped(name: string, schema: AnswerSchema): AnswerSchema {
  return { type: "object", properties: { [name]: schema }, required: [name] };
}
