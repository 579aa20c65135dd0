// Builds docs/reference.md from what the code itself uses: the rows of routes and operations, their schemas, and the
// public functions. `npm run codegen` writes the page.
import { getFunctionName } from "convex/server";
import type { ZodMiniType } from "zod/mini";
import { toJSONSchema } from "zod/v4/core";
import type { Route } from "../../convex/api/routeBuilders";
import { allOperations } from "../../convex/callback/operations";
import type { Operation } from "../../convex/callback/operationBuilders";
import type { AnswerSchemas } from "../../scripts/answerSchemas";
import { allRoutes } from "./allRoutes";
import { answerSchemas } from "./answerSchemas";
import { answerFields, answerWords, shapeTable, shapesIn } from "./answerWords";
import { likeRoutes } from "./likeRoutes";
import { publicFunctions } from "./publicFunctions";
import { fieldsOf } from "./schemaWords";

const introduction = `# Reference

Written by \`npm run codegen\` from the rows of the routes and operations, from the schemas that check requests and from
the types of what functions return; do not edit. [contract.md](contract.md) says what cannot be read off a list, [api.md](api.md) how requests, refusals and lists
work, [runner.md](runner.md) how a runner calls, [dashboard.md](dashboard.md) how people do.

A field is followed by \`?\` where it may be left out. \`1–200\` are the characters of a text, the size of a number or the
items of a list. A linked name leads to the fields of that shape, below [Shapes](#shapes). An answer of REST is the field
\`data\` of the body, or a page as a whole; that of an operation is the field \`result\`. What \`limit\` and \`cursor\` mean
is the same in all lists.
`;

export const nameOf = ({ method, path }: Route): string => `${method} /api/v1${path}`;

export async function referencePage(): Promise<string> {
  const functions = (await publicFunctions()).map(({ name }) => name);
  const likes = likeRoutes(functions);
  const served = new Set(likes.values());
  const operations = await allOperations();
  const schemas = await answerSchemas();
  return [
    introduction,
    "## REST\n",
    ...(await Promise.all(byArea(allRoutes).map(([area, routes]) => restSection(area, routes, likes, schemas)))),
    "## Callback\n",
    "Operations of `POST /job/callback`, and what their `args` may say.\n",
    ...(await Promise.all(byDomain(operations).map(([domain, rows]) => callbackSection(domain, rows, schemas)))),
    "## Dashboard\n",
    "Public functions, which are called with a person's token. All that are about a project also take its `projectId`,\n" +
      "and lists take `paginationOpts`. A star marks those that no endpoint is like.\n",
    table(["Function", "Arguments", "Answer"], functionRows(functions, served, schemas)),
    "## Beside the API\n",
    `${["POST /idp/webhook", "POST /job/callback", "POST /hooks/:id", "GET /healthz", "POST /mcp", "GET /api/v1/openapi.json"].map(code).join(", ")}\n`,
    "## Shapes\n",
    ...shapeSections(schemas),
  ].join("\n");
}

function byArea(routes: readonly Route[]): [string, Route[]][] {
  return grouped(routes, ({ path }) => path.split("/", 2).join("/"));
}

function byDomain(operations: readonly Operation[]): [string, Operation[]][] {
  return grouped(operations, ({ name }) => name.split(".", 1).join(""));
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}

async function restSection(
  area: string,
  routes: readonly Route[],
  likes: ReadonlyMap<string, string>,
  { endpoints }: AnswerSchemas,
): Promise<string> {
  const rows = await Promise.all(
    routes.map(async (route) => [
      code(nameOf(route)),
      route.scope === null ? "any key" : code(route.scope),
      await requestOf(route),
      route.method === "GET" && route.answer.kind === "file"
        ? "the bytes of the file"
        : answerWords(endpoints[getFunctionName(route.endpoint)] ?? {}),
      functionCell(likes.get(getFunctionName(route.endpoint))),
    ]),
  );
  const heading = `### \`/api/v1${area}\`\n`;
  return `${heading}\n${table(["Endpoint", "Scope", "Request", "Answer", "Public function"], rows)}`;
}

async function callbackSection(
  domain: string,
  operations: readonly Operation[],
  schemas: AnswerSchemas,
): Promise<string> {
  const rows = await Promise.all(
    operations.map(async ({ name, kind, args }) => {
      const answer = answerWords(schemas.operations[name] ?? {});
      return [code(name), kind === "query" ? "reads" : "writes", cellOf(await args()), answer];
    }),
  );
  return `### \`${domain}\`\n\n${table(["Operation", "", "Arguments", "Answer"], rows)}`;
}

/** Most functions take these, so the introduction of their table explains them. */
const omittedArguments: readonly string[] = ["projectId", "paginationOpts"];

function functionRows(
  names: readonly string[],
  served: ReadonlySet<string>,
  { functions }: AnswerSchemas,
): readonly string[][] {
  return names.toSorted().map((name) => {
    const { args = {}, result = {} } = functions[name] ?? {};
    const fields = answerFields(args, omittedArguments);
    const cell = fields.length === 0 ? "nothing" : fields.join("<br>");
    return [`${code(name)}${served.has(name) ? "" : " *"}`, cell, answerWords(result)];
  });
}

function shapeSections(schemas: AnswerSchemas): string[] {
  const shown = shapesIn(schemas, (argument) => !omittedArguments.includes(argument));
  return Object.entries(schemas.$defs)
    .filter(([name]) => shown.has(name))
    .map(([name, schema]) => {
      const { head, rows } = shapeTable(schema);
      return `### ${name}\n\n${table(head, rows)}`;
    });
}

async function requestOf(route: Route): Promise<string> {
  const load = route.method === "GET" ? route.query : route.body;
  return load === undefined ? "nothing" : cellOf(await load());
}

function cellOf(schema: ZodMiniType): string {
  const made = (io: "input" | "output") => toJSONSchema(schema, { io, unrepresentable: "any" });
  const fields = fieldsOf(made("input"), made("output"));
  return fields.length === 0 ? "nothing" : fields.join("<br>");
}

function functionCell(name: string | undefined): string {
  return name === undefined ? "" : code(name);
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))];
  return `${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`;
}
