// Serves `npx convex env set`, and tells the addresses of the deployment.
import type { Json, JsonObject } from "../../value/json";
import { requireAdmin } from "../adminAccess";
import type { Endpoint, Services } from "../exchange";
import { invalid, objectsField, stringField } from "../jsonReader";
import { sendJson } from "../reply";

export async function updateEnvironment(request: JsonObject, { application }: Services): Promise<Json> {
  await application.changeEnv(objectsField(request, "changes").map(readChange));
  return {};
}

function readChange(change: JsonObject): { name: string; value: string | null } {
  const value = change["value"];
  if (typeof value !== "string" && value !== null) throw invalid('"value" must be a string, or null to remove.');
  return { name: stringField(change, "name"), value };
}

export const listEnvironment: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  const variables = exchange.services.application.listEnv();
  sendJson(exchange, 200, {
    environment_variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  });
};

export const canonicalUrls: Endpoint = async (exchange) => {
  await requireAdmin(exchange);
  const { cloud, site } = exchange.services.urls();
  sendJson(exchange, 200, { convexCloudUrl: cloud, convexSiteUrl: site });
};
