// Calls a tool. Whatever is wrong with the call is a result with the code and the field of REST.
import { fromJsonText } from "../api/envelope";
import { apiErrorOf, invalid } from "../lib/errors";
import { isObject } from "../lib/jsonSchema";
import { omitNullish } from "../lib/omitNullish";
import { askEndpoint, mayUse, unknownTool } from "./client";
import type { Client } from "./client";
import { RpcRefusal, textParam } from "./jsonRpc";
import type { Fields } from "./jsonRpc";
import { toolError, toolResult } from "./results";
import type { Era } from "./revisions";
import { routeOf } from "./toolRoute";
import { toolNamed } from "./tools";
import type { Tool } from "./tools";

export async function callTool(client: Client, era: Era, params: Fields): Promise<Fields> {
  const tool = toolNamed(textParam(params, "name"));
  if (tool === undefined) return toolError(unknownTool());
  if (tool.kind !== "start") refuseAsTask(era, tool.name);
  try {
    const args = argumentsIn(params);
    if (tool.kind === "wait") return await (await import("./wait")).waitTool(client, era, args, params);
    return await perform(client, era, tool, args);
  } catch (thrown) {
    const refusal = apiErrorOf(thrown);
    if (refusal === null) throw thrown;
    return (await scopeRefusal(client, tool)) ?? toolError(refusal);
  }
}

/**
 * The scope of a key counts before the arguments, also before those that cannot become a request. Null when the key
 * has the scope; otherwise the endpoint says what it lacks.
 */
async function scopeRefusal(client: Client, tool: Tool): Promise<Fields | null> {
  const { scope } = await routeOf(tool);
  if (scope === null || mayUse(client, scope)) return null;
  const answer = await askEndpoint(client, tool.endpoint, {});
  return answer.kind === "refused" ? toolError(answer.error) : null;
}

/** In the earlier revision a client asks for a task call by call, and only one tool makes any. */
export function refuseAsTask({ kind, takesTasks }: Era, name: string): void {
  if (kind !== "initialized" || !takesTasks) return;
  throw new RpcRefusal("methodNotFound", `${name} cannot be called as a task.`);
}

export function argumentsIn(params: Fields): Fields {
  const args = params["arguments"] ?? {};
  if (isObject(args)) return args;
  throw invalid("arguments", "arguments must be an object.");
}

async function perform(client: Client, era: Era, tool: Tool, args: Fields): Promise<Fields> {
  const answer = await askEndpoint(client, tool.endpoint, withDefaults(tool, args));
  if (answer.kind === "refused") return toolError(answer.error);
  if (tool.kind === "start" && era.takesTasks) return (await import("./tasks")).startedTask(era, answer.text);
  return toolResult(contentOf(answer.text));
}

/** Defaults are for parameters of queries, where null is as good as nothing. */
function withDefaults({ defaults }: Tool, args: Fields): Fields {
  return defaults === undefined ? args : { ...defaults, ...omitNullish(args) };
}

/** A page is shown whole, since it says where the list continues. Any other answer is what is in its envelope. */
function contentOf(text: string): object {
  const body = fromJsonText<Fields>(text);
  return isObject(body["data"]) ? body["data"] : body;
}
