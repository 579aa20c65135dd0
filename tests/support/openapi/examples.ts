// The examples of the document, from the requests and answers that tests/http/answers.test.ts has recorded. There ids,
// times and secrets are replaced by words, so that the record stays the same; here they become ids and times again.
import type { AnswerSchema } from "../../../scripts/answerSchemas";
import recorded from "../../fixtures/answers.txt?raw";

interface Exchange {
  request: Record<string, unknown>;
  answer: unknown;
}

const exchanges: ReadonlyMap<string, Exchange> = readExchanges();

/** The first success of each operation. The line after its name is the request, where one has fields. */
function readExchanges(): Map<string, Exchange> {
  const found = new Map<string, Exchange>();
  for (const entry of recorded.split("\n\n")) {
    const [head = "", ...lines] = entry.split("\n");
    const operation = /^((?:GET|POST|PUT|DELETE) \S+) 20\d$/.exec(head)?.[1];
    if (operation === undefined || found.has(operation)) continue;
    const request = lines.find((line) => line.startsWith("< "));
    const answer = lines.filter((line) => !line.startsWith("< ")).join("\n");
    found.set(operation, {
      request: request === undefined ? {} : (JSON.parse(request.slice(2)) as Record<string, unknown>),
      answer: JSON.parse(answer) as unknown,
    });
  }
  return found;
}

function exchangeOf(operation: string): Exchange {
  const found = exchanges.get(operation);
  if (found !== undefined) return found;
  throw new Error(
    `${operation} has no recorded answer, of which its example is made: add its line to tests/http/budgets, then run ` +
      "`npm test -- tests/http/answers.test.ts -u`.",
  );
}

/** The fields of the request: of the body, the query and the path. */
export function exampleRequest(operation: string): Record<string, unknown> {
  const entries = Object.entries(exchangeOf(operation).request);
  return Object.fromEntries(entries.map(([name, value]) => [name, sampled(value, {}, {})]));
}

/** The whole body of an answer with this schema. `defs` has the named shapes to which the schema refers. */
export function exampleAnswer(operation: string, schema: AnswerSchema, defs: Record<string, AnswerSchema>): unknown {
  return sampled(exchangeOf(operation).answer, schema, defs);
}

const maxItems = 2;
const at = Date.UTC(2026, 10, 27, 9, 30);

/** Returns the value as a client would get it, with at most two items in a list. */
function sampled(value: unknown, schema: AnswerSchema, defs: Record<string, AnswerSchema>): unknown {
  const branches = branchesOf(schema, defs);
  if (Array.isArray(value)) {
    const items = branches.find(({ type }) => type === "array")?.items ?? {};
    return value.slice(0, maxItems).map((item) => sampled(item, items, defs));
  }
  if (typeof value === "string") {
    const isNumber = branches.some(({ type }) => type === "number") && !branches.some(({ type }) => type === "string");
    return isNumber ? numberFor(value) : textFor(value);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const schemas = branches.flatMap(({ properties, additionalProperties }) => {
        const found = properties?.[name] ?? additionalProperties;
        return found === undefined ? [] : [found];
      });
      return [textFor(name), sampled(field, { anyOf: schemas }, defs)];
    }),
  );
}

/** What a value of this schema may be, without references and unions. */
function branchesOf(schema: AnswerSchema, defs: Record<string, AnswerSchema>): AnswerSchema[] {
  const target = schema.$ref === undefined ? undefined : defs[schema.$ref.slice("#/$defs/".length)];
  if (target !== undefined) return branchesOf(target, defs);
  const { anyOf, ...own } = schema;
  return [own, ...(anyOf ?? []).flatMap((one) => branchesOf(one, defs))];
}

function numberFor(word: string): number {
  return word === "<time>" ? at : 48_210;
}

const words: Readonly<Record<string, string>> = {
  "<time>": new Date(at).toISOString(),
  "<day>": "2026-11-27",
  "<uuid>": "3f8b0c5e-6f0a-4c1d-9a55-2f4f1f0f9e11",
  "<port>": "3000",
  "<key>": "svc_live_0000000000000000000000000000000000000000",
  "<nextCursor>": "eyJhdCI6MTc5NTc3MTgwMDAwMH0",
};

function textFor(text: string): string {
  return text
    .replaceAll(/<\w+>/g, (word) => words[word] ?? word)
    .replaceAll(/\b([a-z]+)#(\d+)/g, (_all, prefix: string, number: string) => {
      return prefix === "id" ? idFor(number) : `${prefix}_${idFor(number)}`;
    });
}

/** An id as the database makes them: 32 digits and letters. */
function idFor(number: string): string {
  return (Number(number) * 2_654_435_761).toString(36).padStart(8, "j").repeat(4).slice(0, 32);
}
