// The OpenAPI document, made of what the service itself uses: the rows of routes, the schemas that check requests, and
// the types of what functions return, from which the compiler derives the schemas of answers. `npm run codegen` writes
// it to convex/openapi/document.json.
import { createHash } from "node:crypto";
import type { Route } from "../../../convex/api/routeBuilders";
import type { AnswerSchemas } from "../../../scripts/answerSchemas";
import { version } from "../../../package.json";
import { allRoutes } from "../allRoutes";
import { answerSchemas, bodyOf } from "../answerSchemas";
import { entrances, entranceSecrets } from "./entrances";
import { exampleAnswer, exampleRequest } from "./examples";
import { operationIdOf, preferredTo } from "./operationNames";
import { errorSchema, rateLimitHeaders, refusalResponses, refusalsOf, requestIdHeader } from "./refusals";
import { bodySchemaOf, parametersOf } from "./requests";
import { wordsAbout } from "./rowComments";
import { Shapes } from "./schemas";
import type { Schema } from "./schemas";
import { tagOf, tags } from "./tags";

const description = `Schedules, watches and remembers the work of AI coding agents.

Every request carries a project's API key as bearer token and reaches only that project. A field or a parameter that an
operation does not know is refused. A list answers \`{ data, nextCursor, hasMore }\`: send \`nextCursor\` as \`cursor\`, and
continue while \`hasMore\` is true. A request that changes something takes an \`Idempotency-Key\`, with which it can be
repeated safely. Every response has an \`X-Request-ID\`.

\`x-scope\` of an operation is the scope that the key must hold; \`x-paging\` is \`cursor\` for lists in pages.`;

type OpenApi = Record<string, unknown>;

async function openApiDocument(): Promise<OpenApi> {
  const schemas = await answerSchemas();
  const shapes = new Shapes(schemas.$defs);
  const paths: Record<string, Record<string, unknown>> = {};
  const names = new Set<string>();
  for (const route of allRoutes) {
    const operation = await operationOf(route, shapes, schemas);
    if (names.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}.`);
    names.add(operation.operationId);
    const path = `/api/v1${route.path.replaceAll(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const beside = await entrances(shapes, schemas);
  shapes.named("Error", errorSchema());
  return {
    openapi: "3.1.0",
    info: {
      title: "Switchyard",
      version,
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The HTTP-actions host of the deployment." }],
    security: [{ apiKey: [] }],
    // Two areas may share one.
    tags: [...new Set(Object.values(tags))],
    paths: sorted({ ...paths, ...beside }),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key of the project: `svc_live_...` or `svc_test_...`.",
        },
        ...entranceSecrets,
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: refusalResponses(),
      schemas: shapes.all(),
    },
  };
}

/** The document as it is committed. */
export async function openApiText(): Promise<string> {
  return `${JSON.stringify(await openApiDocument(), null, 2)}\n`;
}

/** The module with the tag by which clients know the document. The service sends it as JSON without spaces. */
export function openApiTagModule(text: string): string {
  const sent = JSON.stringify(JSON.parse(text));
  const tag = createHash("sha256").update(sent).digest("hex").slice(0, 32);
  return `// Written by \`npm run codegen\`: says which text document.json is.\nexport const tag = "${tag}";\n`;
}

const descriptions = { 200: "Done.", 201: "It is made.", 202: "It has begun." };

async function operationOf(route: Route, shapes: Shapes, schemas: AnswerSchemas) {
  const operationId = operationIdOf(route);
  const { summary, description: words } = wordsAbout(route.method, route.path);
  const preferred = preferredTo(route)?.replace(" ", " /api/v1");
  const isFollowed = route.method === "GET" && route.answer.kind === "followed";
  const hasLines = route.method === "GET" && route.answer.kind === "page" && route.answer.hasLines === true;
  const isFile = route.method === "GET" && route.answer.kind === "file";
  const isList = route.method === "GET" && route.answer.kind !== "data" && !isFile;
  const request = `${route.method} ${route.path}`;
  const example = exampleRequest(request);
  const parameters = await parametersOf(route, example);
  const body = await bodySchemaOf(route);
  const status = route.method === "GET" ? 200 : (route.status ?? 200);
  const success = {
    headers: route.method === "GET" ? requestIdHeader : { ...requestIdHeader, ...rateLimitHeaders },
    content: isFile ? fileContent() : jsonContent(),
  };
  function jsonContent() {
    const answer = bodyOf(route, schemas);
    return {
      "application/json": {
        schema: shapes.shapeOf(answer),
        example: exampleAnswer(request, answer, schemas.$defs),
      },
      ...(isFollowed ? { "text/event-stream": eventStream } : {}),
      ...(hasLines ? { "application/x-ndjson": lines } : {}),
    };
  }
  return {
    operationId,
    tags: [tagOf(route.path)],
    summary,
    description: [
      words,
      route.scope === null ? "Any valid key may ask." : `Needs the scope \`${route.scope}\`.`,
      ...(preferred === undefined ? [] : [`New clients use ${preferred}, which does the same.`]),
    ].join(" "),
    ...(preferred === undefined ? {} : { deprecated: true }),
    ...(route.scope === null ? {} : { "x-scope": route.scope }),
    ...(isList ? { "x-paging": "cursor" } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(shapes, operationId, body, fieldsOf(body, example)) }),
    responses: {
      ...(route.method !== "GET" && route.mayExist === true
        ? { 200: { ...success, description: "Nothing is made: the answer is what is there." } }
        : {}),
      [status]: { ...success, description: descriptions[status] },
      ...refusalsOf(route.method !== "GET"),
    },
  };
}

function requestBodyOf(shapes: Shapes, operationId: string, schema: Schema, example: Record<string, unknown>) {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
  const required = (schema.required ?? []).length > 0;
  return { required, content: { "application/json": { schema: shapes.named(name, schema), example } } };
}

/** The fields that the schema has: the others of the example are in the path. */
function fieldsOf({ properties = {} }: Schema, example: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).filter(([name]) => name in properties));
}

/** The bytes of a file. Only these types are sent as what they are. */
function fileContent() {
  const types = ["image/gif", "image/jpeg", "image/png", "image/webp", "text/plain", "application/octet-stream"];
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
}

const lines = {
  schema: { type: "string", description: "Everything that matches, one item as JSON in each line." },
  example: '{"id":"aud_1"}\n{"id":"aud_2"}\n',
};

const eventStream = {
  schema: {
    type: "string",
    description: "Server-sent events. The id of each is its `seq`, its data the item as JSON.",
  },
  example: 'id: 3\nevent: run.started\ndata: {"seq":3,"type":"run.started"}\n\n',
};

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the request safe to repeat: the same key with the same request has its effect once, and is answered as the first time, with `Idempotent-Replayed: true`.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
    example: "start-2026-11-27-1",
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    required: false,
    description: "The id of the last event that the client has. It counts with `Accept: text/event-stream` alone.",
    schema: { type: "string", pattern: "^[0-9]{1,15}$" },
  },
};

const sharedHeaders = {
  RequestId: {
    description: "Made by the server. The log of the deployment has the same id.",
    schema: { type: "string", format: "uuid" },
  },
  RateLimitPolicy: {
    description: "The writes that a key may make: `q` in `w` seconds. Absent without a limit.",
    schema: { type: "string" },
  },
  RateLimit: {
    description: "What the key has left: `r` writes for the next `t` seconds. Absent without a limit.",
    schema: { type: "string" },
  },
  RetryAfter: { description: "In how many seconds to repeat the request.", schema: { type: "integer", minimum: 0 } },
};
