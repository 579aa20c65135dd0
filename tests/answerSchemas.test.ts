// The schemas that are derived from types are those of the real answers, which tests/fixtures/answers.txt has.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { AnswerSchema, AnswerSchemas } from "../scripts/answerSchemas";
import { rootDirectory } from "../scripts/settings";
import { allRoutes } from "./support/allRoutes";
import { answerSchemas, bodyOf, wrapped } from "./support/answerSchemas";
import { nameOf } from "./support/reference";

interface Recorded {
  operation: string;
  answer: unknown;
}

/** The edge finishes the answers of these operations after they were recorded. */
const unfinished = new Set(["callback run.getDelivery", "callback run.getPart"]);

/** The successful answers. Times, durations and ids in them are replaced by other texts. */
function recorded(): Recorded[] {
  const text = readFileSync(path.join(rootDirectory, "tests/fixtures/answers.txt"), "utf8");
  return text.split("\n\n").flatMap((entry) => {
    const [head = "", ...body] = entry.split("\n");
    const operation = /^((?:GET|POST|PUT|DELETE|callback|function) \S+) 20\d$/.exec(head)?.[1];
    const answer = body.filter((line) => !line.startsWith("< ")).join("\n");
    return operation === undefined || unfinished.has(operation)
      ? []
      : [{ operation, answer: JSON.parse(answer) as unknown }];
  });
}

/** Returns the schema of the answer as it is recorded, with its envelope. */
function schemaFor(operation: string, schemas: AnswerSchemas): AnswerSchema | undefined {
  const [kind, name = ""] = operation.split(" ");
  const result = schemas.operations[name];
  if (kind === "callback") return result && wrapped("result", result);
  if (kind === "function") return schemas.functions[name]?.result;
  const route = allRoutes.find((each) => nameOf(each) === `${kind} /api/v1${name}`);
  return route && bodyOf(route, schemas);
}

/** Returns where the value differs from the schema. A field that the schema does not have is a difference too. */
function differences(value: unknown, schema: AnswerSchema, schemas: AnswerSchemas, place: string): string[] {
  const inner = (some: unknown, of: AnswerSchema, name: string) => differences(some, of, schemas, `${place}.${name}`);
  if (schema.$ref !== undefined) {
    const target = schemas.$defs[schema.$ref.slice("#/$defs/".length)];
    return target === undefined ? [`${place}: no ${schema.$ref}`] : differences(value, target, schemas, place);
  }
  if (schema.properties !== undefined && schema.anyOf !== undefined) {
    const { properties, anyOf } = schema;
    const rest = Object.entries(value as object).filter(([name]) => properties[name] === undefined);
    return differences(Object.fromEntries(rest), { anyOf }, schemas, place);
  }
  if (schema.anyOf !== undefined) {
    const each = schema.anyOf.map((one) => differences(value, one, schemas, place));
    return each.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (typeof value === "string" && /^<.*>$/.test(value)) return [];
  if (schema.enum !== undefined) return schema.enum.includes(value as string) ? [] : [`${place}: ${String(value)}`];
  if (schema.const !== undefined) return schema.const === value ? [] : [`${place}: not ${schema.const}`];
  switch (schema.type) {
    case undefined:
      return [];
    case "null":
      return value === null ? [] : [`${place}: not null`];
    case "array":
      if (!Array.isArray(value)) return [`${place}: not a list`];
      return value.flatMap((item, at) => inner(item, schema.items ?? schema.prefixItems?.[at] ?? {}, String(at)));
    case "object":
      return objectDifferences(value, schema, place, inner);
    default:
      return typeof value === schema.type ? [] : [`${place}: not a ${schema.type}`];
  }
}

function objectDifferences(
  value: unknown,
  { properties = {}, required = [], additionalProperties }: AnswerSchema,
  place: string,
  inner: (some: unknown, of: AnswerSchema, name: string) => string[],
): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${place}: not an object`];
  const missing = required.filter((name) => !(name in value)).map((name) => `${place}.${name} is missing`);
  const fields = Object.entries(value).flatMap(([name, some]) => {
    const schema = properties[name] ?? additionalProperties;
    return schema === undefined ? [`${place}.${name} is not in the schema`] : inner(some, schema, name);
  });
  return [...missing, ...fields];
}

it("every recorded answer fits the schema of its endpoint, operation or function", async () => {
  const schemas = await answerSchemas();
  const answers = recorded();
  expect(answers.length).toBeGreaterThan(400);
  const found = answers.flatMap(({ operation, answer }) => {
    const schema = schemaFor(operation, schemas);
    return schema === undefined ? [`${operation} has no schema`] : differences(answer, schema, schemas, operation);
  });
  expect([...new Set(found)]).toEqual([]);
}, 60_000);

it("a field that no view has, one that is missing and one of another type are found", async () => {
  const schemas = await answerSchemas();
  const schema = schemaFor("GET /runs/get", schemas)!;
  const { answer } = recorded().find(({ operation }) => operation === "GET /runs/get")!;
  const { data } = answer as { data: Record<string, unknown> };
  const wrongs = [{ ...data, colour: "red" }, { ...data, name: 7 }, Object.fromEntries(Object.entries(data).slice(1))];
  for (const wrong of wrongs) expect(differences({ data: wrong }, schema, schemas, "run")).toHaveLength(1);
}, 60_000);
