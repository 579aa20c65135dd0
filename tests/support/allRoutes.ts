// All routes, enumerated so that none is forgotten, and the names of all fields that requests may have.
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import type { Route } from "../../convex/api/routeBuilders";

const modules = import.meta.glob<{ routes?: Route[] }>("../../convex/*/routes.ts", {
  eager: true,
});

export const allRoutes: readonly Route[] = Object.values(modules).flatMap(({ routes = [] }) => routes);

export async function allFieldNames(): Promise<string[]> {
  const names = new Set<string>();
  for (const route of allRoutes) {
    const load = route.method === "GET" ? route.query : route.body;
    if (load !== undefined) for (const name of fieldNames(await load())) names.add(name);
  }
  return [...names].toSorted();
}

function fieldNames(schema: $ZodType): string[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return [...Object.keys(def.shape), ...Object.values(def.shape).flatMap(fieldNames)];
    case "array":
      return fieldNames(def.element);
    case "optional":
    case "nullable":
    case "default":
      return fieldNames(def.innerType);
    case "union":
      return def.options.flatMap(fieldNames);
    case "pipe":
      return [...fieldNames(def.in), ...fieldNames(def.out)];
    default:
      return [];
  }
}
