// Every public function of the app, with arguments that its validators accept.
import type { JSONValue } from "convex/values";

const modules = import.meta.glob<Record<string, unknown>>([
  "../../convex/**/*.ts",
  "!../../convex/**/*.test.ts",
  "!../../convex/_generated/**",
  "!../../convex/**/*.config.ts",
]);

export interface PublicFunction {
  /** Such as `project/dashboard:get`. */
  name: string;
  kind: "query" | "mutation" | "action";
  /** The arguments have the right types. Texts in them name nothing that exists. */
  args: Record<string, unknown>;
}

export async function publicFunctions(): Promise<PublicFunction[]> {
  const found = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => {
      const path = file.slice("../../convex/".length, -".ts".length);
      return Object.entries(await load()).flatMap(([name, exported]) => asPublic(`${path}:${name}`, exported));
    }),
  );
  return found.flat();
}

interface Registered {
  isPublic?: true;
  isQuery?: true;
  isMutation?: true;
  exportArgs(): string;
}

function asPublic(name: string, exported: unknown): PublicFunction[] {
  if (typeof exported !== "function" || !("exportArgs" in exported)) return [];
  const registered = exported as unknown as Registered;
  if (registered.isPublic !== true) return [];
  const kind = registered.isQuery ? "query" : registered.isMutation ? "mutation" : "action";
  const args = sample(JSON.parse(registered.exportArgs()) as ValidatorJson) as Record<string, unknown>;
  return [{ name, kind, args }];
}

type ValidatorJson =
  | { type: "null" | "number" | "boolean" | "string" | "any" | "array" | "record" }
  | { type: "literal"; value: JSONValue }
  | { type: "union"; value: ValidatorJson[] }
  | { type: "object"; value: Record<string, { fieldType: ValidatorJson; optional: boolean }> };

function sample(validator: ValidatorJson): unknown {
  switch (validator.type) {
    case "null":
    case "any":
      return null;
    case "number":
      return 1;
    case "boolean":
      return true;
    case "string":
      return "nothing@example.com";
    case "array":
      return [];
    case "record":
      return {};
    case "literal":
      return validator.value;
    case "union":
      return sample(validator.value.find(({ type }) => type === "null") ?? validator.value.at(-1)!);
    case "object": {
      const required = Object.entries(validator.value).filter(([, { optional }]) => !optional);
      return Object.fromEntries(required.map(([name, { fieldType }]) => [name, sample(fieldType)]));
    }
    default:
      throw new Error(`A public function takes ${JSON.stringify(validator)}; ids come as texts.`);
  }
}
