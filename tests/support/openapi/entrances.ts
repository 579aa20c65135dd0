// The entrances beside the routes: those without a key, and those of runners, code hosts, the identity provider and
// agents' tools, each with a secret of its own.
import { version } from "../../../package.json";
import { allOperations } from "../../../convex/callback/operations";
import type { Operation } from "../../../convex/callback/operationBuilders";
import type { AnswerSchemas } from "../../../scripts/answerSchemas";
import { callName, resultName } from "./operationNames";
import { refusalsOf, requestIdHeader } from "./refusals";
import { argumentsOf } from "./requests";
import type { Schema, Shapes } from "./schemas";

type PathItems = Record<string, Record<string, unknown>>;

export async function entrances(shapes: Shapes, schemas: AnswerSchemas): Promise<PathItems> {
  return {
    "/healthz": { get: health },
    "/api/v1/openapi.json": { get: thisDocument },
    "/job/callback": { post: await callback(shapes, schemas) },
    "/idp/webhook": { post: identityProvider },
    "/hooks/{id}": { post: codeHost },
    "/mcp": { post: agentTools },
  };
}

/** What proves who calls, where it is not a project's key. */
export const entranceSecrets = {
  runner: {
    type: "http",
    scheme: "bearer",
    description: "A runner token, `svc_runner_...`, or the deployment's `JOB_CALLBACK_SECRET`.",
  },
  identityProvider: {
    type: "apiKey",
    in: "header",
    name: "hook-signature",
    description:
      "Signatures of `hook-id`, `hook-timestamp` and the body, with `IDP_WEBHOOK_SECRET`, as svix makes them.",
  },
  github: {
    type: "apiKey",
    in: "header",
    name: "X-Hub-Signature-256",
    description: "The HMAC of the body with the secret of the hook.",
  },
  gitlab: { type: "apiKey", in: "header", name: "X-Gitlab-Token", description: "The secret of the hook." },
};

const received: Schema = {
  type: "object",
  required: ["received"],
  properties: { received: { type: "boolean", const: true } },
};

function content(schema: Schema, example: unknown) {
  return { "application/json": { schema, example } };
}

function answered(description: string, schema: Schema, example: unknown) {
  return { description, headers: requestIdHeader, content: content(schema, example) };
}

function refusedWith(...statuses: string[]) {
  return Object.fromEntries(
    Object.entries(refusalsOf(true)).filter(([status]) =>
      [...statuses, "429", "500", "503", "default"].includes(status),
    ),
  );
}

function open(operationId: string, summary: string, schema: Schema, example: unknown, further = {}) {
  return {
    operationId,
    tags: ["Service"],
    summary,
    description: `${summary}. Needs no key.`,
    security: [],
    responses: { 200: answered("Done.", schema, example), ...further, ...refusedWith("400") },
  };
}

const health = open(
  "healthGet",
  "Tells whether the database can be read and written",
  {
    type: "object",
    required: ["status", "version"],
    properties: { status: { type: "string", const: "ok" }, version: { type: "string" } },
  },
  { status: "ok", version },
);

const thisDocument = open(
  "openapiGet",
  "Shows this document",
  {
    type: "object",
    required: ["openapi"],
    properties: { openapi: { type: "string" } },
    additionalProperties: true,
  },
  { openapi: "3.1.0" },
  { 304: { description: "`If-None-Match` has its `ETag`: the client knows it.", headers: requestIdHeader } },
);

async function callback(shapes: Shapes, schemas: AnswerSchemas) {
  const operations = await allOperations();
  const calls = await Promise.all(operations.map((operation) => callOf(operation, shapes)));
  const results = operations.map(({ name }) => resultOf(name, shapes, schemas));
  const sentence = shapes.named("CallbackRefusal", {
    type: "object",
    required: ["error"],
    properties: { error: { type: "string", description: "All that is wrong with the call, in sentences." } },
  });
  const refused = (description: string, error: string) => answered(description, sentence, { error });
  return {
    operationId: "jobCallback",
    tags: ["Callback"],
    summary: "Claims jobs, reads what they are about and writes what is done",
    description:
      "A job runner's only entrance. The schema of what an operation answers has its name, such as `RunGetResult`. Needs a runner token or the deployment's secret.",
    security: [{ runner: [] }],
    parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
    requestBody: {
      required: true,
      content: content({ oneOf: calls }, { operation: "run.get", args: { runId: "r_01" } }),
    },
    responses: {
      200: answered(
        "Done.",
        { type: "object", required: ["result"], properties: { result: { anyOf: results } } },
        { result: null },
      ),
      400: refused("The call is refused, and would be refused again.", "There is no such run."),
      401: refused("The token or the secret is wrong.", "The runner token is not valid."),
      500: refused("A fault of the service, or a conflict with other calls: repeat it.", "Something went wrong."),
      503: refused("The database cannot be used at this moment: repeat it.", "The service is busy."),
      default: refused("Another refusal, such as of a body that is too large.", "The body is too large."),
    },
  };
}

async function callOf({ name, args }: Operation, shapes: Shapes): Promise<Schema> {
  return shapes.named(callName(name), {
    type: "object",
    required: ["operation", "args"],
    properties: {
      operation: { type: "string", const: name },
      args: argumentsOf(await args()),
      lease: { anyOf: [lease(shapes), { type: "null" }] },
    },
    additionalProperties: false,
  });
}

function lease(shapes: Shapes): Schema {
  return shapes.named("Lease", {
    type: "object",
    description: "The claim under which the runner acts. The call is refused when another runner has the job.",
    required: ["jobId", "fence"],
    properties: { jobId: { type: "string" }, fence: { type: "integer" } },
    additionalProperties: false,
  });
}

function resultOf(name: string, shapes: Shapes, { operations }: AnswerSchemas): Schema {
  return shapes.named(resultName(name), shapes.shapeOf(operations[name] ?? {}));
}

const idpMessage = { type: "user.deleted", object: "event", data: { id: "user_1" } };

const identityProvider = {
  operationId: "idpWebhook",
  tags: ["Callback"],
  summary: "Takes what the identity provider reports of a user",
  description:
    "Users that are created, updated or deleted change here too; other types are taken and change nothing. Needs the provider's signature.",
  security: [{ identityProvider: [] }],
  parameters: ["hook-id", "hook-timestamp"].map((name) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string" },
  })),
  requestBody: {
    required: true,
    content: content(
      {
        type: "object",
        required: ["type", "object", "data"],
        properties: {
          type: { type: "string" },
          object: { type: "string", const: "event" },
          data: { type: "object", additionalProperties: true },
        },
        additionalProperties: true,
      },
      idpMessage,
    ),
  },
  responses: { 200: answered("It is taken.", received, { received: true }), ...refusedWith("400", "401", "413") },
};

const codeHost = {
  operationId: "hookReceive",
  tags: ["Hooks"],
  summary: "Takes what a code host says about a repository",
  description:
    "All that follows is that the named pull requests are looked at sooner. Needs the proof of the host: `X-Hub-Signature-256` of GitHub, `X-Gitlab-Token` of GitLab.",
  security: [{ github: [] }, { gitlab: [] }],
  parameters: [
    { name: "id", in: "path", required: true, description: "The id of the hook.", schema: { type: "string" } },
  ],
  requestBody: {
    required: true,
    content: content({ type: "object", additionalProperties: true }, { zen: "Speak like a human." }),
  },
  responses: {
    202: answered("It is taken.", received, { received: true }),
    ...refusedWith("400", "401"),
    413: { $ref: "#/components/responses/Refused" },
  },
};

const rpc = (further: Record<string, Schema>, required: string[]): Schema => ({
  type: "object",
  required: ["jsonrpc", ...required],
  properties: {
    jsonrpc: { type: "string", const: "2.0" },
    id: { anyOf: [{ type: "string" }, { type: "number" }] },
    ...further,
  },
});

const anyObject: Schema = { type: "object", additionalProperties: true };

const agentTools = {
  operationId: "mcp",
  tags: ["Service"],
  summary: "Speaks the Model Context Protocol, over streamable HTTP without sessions",
  description:
    "Which tools there are depends on what the key may do. A message without an id is answered 202 without a body.",
  requestBody: {
    required: true,
    content: content(rpc({ method: { type: "string" }, params: anyObject }, ["method"]), {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
    }),
  },
  responses: {
    200: answered("The answer to a request.", rpc({ result: anyObject, error: anyObject }, []), {
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [] },
    }),
    202: { description: "A notification is taken.", headers: requestIdHeader },
    400: answered("The message is refused.", rpc({ error: anyObject }, ["error"]), {
      jsonrpc: "2.0",
      error: { code: -32_600, message: "The body must be one message." },
    }),
    ...refusedWith("401", "403"),
  },
};
