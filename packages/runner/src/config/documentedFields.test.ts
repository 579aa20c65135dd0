// README.md of the runner lists every field of the configuration file with its type and its default.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod";
import { readConfiguration } from "./configuration";
import { configurationFile } from "./schema";

interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
}

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

/** The fields with what the schema says about them, those of objects after the object itself. */
function fieldsOf({ properties = {} }: Shape, above = ""): { name: string; type: string }[] {
  return Object.entries(properties).flatMap(([field, shape]) => {
    const name = `${above}${field}`;
    return [{ name, type: typeOf(shape) }].concat(fieldsOf(shape, `${name}.`));
  });
}

function typeOf(shape: Shape): string {
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(", ");
  switch (shape.type) {
    case "integer":
      return `whole number${boundsOf(shape)}`;
    case "number":
      return `number${boundsOf(shape)}`;
    case "string":
      return shape.format === "uri" ? "address" : "text";
    case "array":
      return "list of texts";
    default:
      return shape.type ?? "";
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: Shape): string {
  if (exclusiveMinimum !== undefined) return `, more than ${exclusiveMinimum}`;
  const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  return isBounded ? `, ${minimum} to ${maximum}` : `, at least ${minimum}`;
}

function rowsOf(heading: string): string[][] {
  const lines = readme.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `) && line.includes("| default"));
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith("|"));
  return rest.slice(0, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const shape = z.toJSONSchema(configurationFile, { io: "input", unrepresentable: "any" }) as Shape;

it("lists every field with its type and a meaning", () => {
  const rows = rowsOf("field");
  expect(rows.map(([name = "", type = ""]) => ({ name: name.replaceAll("`", ""), type }))).toEqual(fieldsOf(shape));
  expect(rows.filter(([, , , meaning = ""]) => meaning.length < 8)).toEqual([]);
});

it("lists the defaults that the runner uses", () => {
  const configuration: Record<string, unknown> = readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" });
  // These depend on the machine, or are a whole list.
  const inWords = new Set(["url", "folder", "name", "agent"]);
  const checked = rowsOf("field").flatMap(([cell = "", , standard = ""]) => {
    const name = cell.replaceAll("`", "");
    const value = configuration[name];
    if (inWords.has(name) || (typeof value !== "number" && typeof value !== "string")) return [];
    return [{ name, standard, expected: `\`${value}\`` }];
  });
  expect(checked.length).toBeGreaterThan(12);
  expect(checked.filter(({ standard, expected }) => standard !== expected)).toEqual([]);
});
