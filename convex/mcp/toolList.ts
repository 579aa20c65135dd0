// The list of tools that a key may use, with JSON Schemas of their arguments, which are made from the schemas that
// check the requests. Only requests for the list load this file.
import { toJSONSchema } from "zod/v4/core";
import * as z from "zod/mini";
import type { ZodMiniType } from "zod/mini";
import { routesForPath } from "../api/areas";
import { matchRoute } from "../api/match";
import type { Route } from "../api/routes";
import { buildOnce } from "../lib/buildOnce";
import { isObject } from "../lib/jsonSchema";
import { idempotencyKey, mayUse } from "./client";
import type { Client } from "./client";
import type { Fields } from "./jsonRpc";
import type { Era } from "./revisions";
import { tools } from "./tools";
import type { Tool } from "./tools";
import { waitArguments } from "./waitArguments";

export async function toolList(client: Client, era: Era): Promise<Fields[]> {
  const routes = await Promise.all(tools.map(routeOf));
  const listed = tools.flatMap((tool, at) => {
    const route = routes[at];
    if (route === undefined || (route.scope !== null && !mayUse(client, route.scope))) return [];
    const isForOthers = client.isTrigger && tool.change !== undefined && tool.kind !== "start";
    return isForOthers ? [] : [definition(tool, route, era)];
  });
  return await Promise.all(listed);
}

/** The endpoint of a tool. The row of a tool that has none is a mistake of ours. */
export async function routeOf({ name, endpoint: { method, path } }: Tool): Promise<Route> {
  const match = matchRoute(await routesForPath(path), method, path);
  if (match.kind === "route") return match.route;
  throw new Error(`The tool ${name} names ${method} ${path}, which is not an endpoint.`);
}

async function definition(tool: Tool, route: Route, { kind }: Era): Promise<Fields> {
  const { name, title, description } = tool;
  const annotations = annotationsOf(tool);
  // Only the revisions before the extension for tasks declare it for each tool.
  const execution = tool.kind === "start" && kind === "initialized" ? { execution: { taskSupport: "optional" } } : {};
  return { name, title, description, inputSchema: await inputSchema(tool, route), annotations, ...execution };
}

/** Tools work on the data of one project, and reach nothing beyond it. */
function annotationsOf({ title, change }: Tool): Fields {
  const openWorldHint = false;
  if (change === undefined) return { title, readOnlyHint: true, openWorldHint };
  const { isDestructive: destructiveHint, isIdempotent: idempotentHint } = change;
  return { title, readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint };
}

const nothing = () => z.strictObject({});

async function inputSchema(tool: Tool, route: Route): Promise<Fields> {
  const fields = await argumentsOf(tool, route);
  const properties: Fields = {};
  for (const [name, field] of Object.entries(propertiesOf(fields, "input"))) {
    const described = Object.hasOwn(tool.fields ?? {}, name) ? { description: tool.fields?.[name] } : {};
    properties[name] = { ...numberOf(field, propertiesOf(fields, "output")[name]), ...described };
  }
  if (route.method !== "GET") properties[idempotencyKey] = idempotencyField;
  const { required = [] } = toJSONSchema(fields, { io: "input", unrepresentable: "any" });
  return { type: "object", properties, required, additionalProperties: false };
}

const idempotencyField = {
  type: "string",
  maxLength: 255,
  description: "A text of your own for this one change: a call that is repeated with it changes nothing twice.",
};

async function argumentsOf({ kind }: Tool, route: Route): Promise<ZodMiniType> {
  if (kind === "wait") return await buildOnce(waitArguments);
  return await buildOnce((route.method === "GET" ? route.query : route.body) ?? nothing);
}

function propertiesOf(fields: ZodMiniType, io: "input" | "output"): Fields {
  const { properties } = toJSONSchema(fields, { io, unrepresentable: "any" });
  return properties ?? {};
}

/** A number in a query string is a text with a pattern for digits. As an argument it is a number. */
function numberOf(given: unknown, made: unknown): Fields {
  if (!isObject(given) || !isObject(made)) return {};
  if (given["type"] !== "string" || made["type"] !== "number" || made["maximum"] === undefined) return given;
  return { ...made, type: "integer" };
}
