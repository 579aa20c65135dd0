// The list of tools that a key may use, with JSON Schemas of their arguments, which are made from the schemas that
// check the requests. Only requests for the list load this file.
import { toJSONSchema } from "zod/v4/core";
import * as z from "zod/mini";
import type { ZodMiniType } from "zod/mini";
import type { Route } from "../api/routeBuilders";
import { buildOnce } from "../lib/buildOnce";
import { isObject } from "../lib/jsonSchema";
import { omitNullish } from "../lib/omitNullish";
import { idempotencyKey, mayUse } from "./client";
import type { Client } from "./client";
import type { Fields } from "./jsonRpc";
import type { Era } from "./revisions";
import { routeOf } from "./toolRoute";
import { tools } from "./tools";
import type { Tool, ToolBase } from "./tools";
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

async function definition(tool: Tool, route: Route, { kind }: Era): Promise<Fields> {
  const described = describe(tool, await inputSchema(tool, route));
  // Only the revisions before the extension for tasks declare it for each tool.
  const execution = tool.kind === "start" && kind === "initialized" ? { execution: { taskSupport: "optional" } } : {};
  return { ...described, ...execution };
}

type Described = Omit<ToolBase, "endpoint">;

function describe(tool: Described, inputSchema: Fields): Fields {
  const { name, title, description } = tool;
  return { name, title, description, inputSchema, annotations: annotationsOf(tool) };
}

/** A tool of the agents of runs, whose arguments are those of no endpoint. */
export function agentDefinition(tool: Described & { args: () => ZodMiniType }): Fields {
  const fields = tool.args();
  return describe(tool, schemaOf(fields, describedProperties(tool, propertiesOf(fields, "input"))));
}

/** Tools work on the data of one project, and reach nothing beyond it. */
function annotationsOf({ title, change }: Described): Fields {
  const openWorldHint = false;
  if (change === undefined) return { title, readOnlyHint: true, openWorldHint };
  const { isDestructive: destructiveHint, isIdempotent: idempotentHint } = change;
  return { title, readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint };
}

const nothing = () => z.strictObject({});

async function inputSchema(tool: Tool, route: Route): Promise<Fields> {
  const fields = await argumentsOf(tool, route);
  const made = propertiesOf(fields, "output");
  const given = Object.entries(propertiesOf(fields, "input")).map(([name, field]) => [
    name,
    numberOf(field, made[name]),
  ]);
  const properties = describedProperties(tool, Object.fromEntries(given) as Record<string, Fields>);
  if (route.method !== "GET") properties[idempotencyKey] = idempotencyField;
  return schemaOf(fields, properties);
}

function describedProperties({ fields = {}, defaults = {} }: Described, properties: Fields): Fields {
  const described = (name: string) =>
    omitNullish({ description: ownText(fields, name), default: ownText(defaults, name) });
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      { ...(isObject(field) ? field : {}), ...described(name) },
    ]),
  );
}

function ownText(texts: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function schemaOf(fields: ZodMiniType, properties: Fields): Fields {
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
