// What most tests of endpoints begin with.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Deployment } from "./deployment";

/** A project of its own, with a key that may do everything in it. */
export function createProject(deployment: Deployment, name = "Demo") {
  return deployment.action(internal.admin.projects.create, { name });
}

/** A further key of a project. */
export function createKey(deployment: Deployment, projectId: string, scopes: string[]) {
  return deployment.action(internal.admin.projects.createKey, { projectId, name: "Test", scopes });
}

export function bearer(apiKey: string): { Authorization: string } {
  return { Authorization: `Bearer ${apiKey}` };
}

export interface Answer {
  status: number;
  // Whatever a test expects of it, it says.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  headers: Headers;
}

/** Requests below `/api/v1` with a key, which may be known later only. */
export function client(deployment: Pick<Deployment, "fetch">, apiKey: string | (() => string)) {
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const key = typeof apiKey === "string" ? apiKey : apiKey();
    const init = { method, headers: { ...bearer(key), ...headers }, ...content };
    const response = await deployment.fetch(`/api/v1${path}`, init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    get: (path: string, headers?: Record<string, string>) => ask("GET", path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) => ask("POST", path, body, headers),
    put: (path: string, body: unknown = {}) => ask("PUT", path, body),
    delete: (path: string) => ask("DELETE", path),
  };
}

export type Client = ReturnType<typeof client>;

/** Deletes the project of the key without a time of grace, so that its data goes away at once. */
export async function deleteForGood(deployment: Deployment, api: Client): Promise<void> {
  await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: "0" });
  try {
    await dataOf(api.post("/project/delete"));
  } finally {
    await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: null });
  }
}

/** The `data` of an answer that has to be a success. */
export async function dataOf(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The status, the code and the field of a refusal. */
export async function refusalOf(answer: Promise<Answer>): Promise<[number, string, string?]> {
  const { status, body } = await answer;
  const { code, field } = body.error;
  return field === undefined ? [status, code] : [status, code, field];
}

/** A project for each test, who may do everything in it, and somebody who may so in another one. */
export function projectForEach(deployment: Deployment) {
  let current: Awaited<ReturnType<typeof createProject>>;
  let other: typeof current;
  beforeAll(async () => {
    other = await createProject(deployment, "Theirs");
  });
  beforeEach(async () => {
    current = await createProject(deployment);
  });
  const project = {
    get projectId() {
      return current.projectId;
    },
    get apiKey() {
      return current.apiKey;
    },
    get userId() {
      return current.userId;
    },
  };
  const api = client(deployment, () => current.apiKey);
  return { project, api, stranger: client(deployment, () => other.apiKey) };
}

export const callbackSecret = "callback-secret-0123456789";

/** One for all suites, as they share an engine: what one has sealed is under it, so another is refused. */
export const encryptionKey = Buffer.alloc(32, 7).toString("base64");

/** The job runner of a deployment; `JOB_CALLBACK_SECRET` is set for as long as the suite lasts. */
export function runner(deployment: Deployment) {
  beforeAll(() => deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret }));
  afterAll(() => deployment.setEnvironment({ JOB_CALLBACK_SECRET: null }));
  return callbackWith(deployment);
}

/** As `runner`, within a test that has a deployment of its own. */
export async function callbackOf(deployment: Deployment): Promise<Runner> {
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret });
  return callbackWith(deployment);
}

export function callbackWith(deployment: Pick<Deployment, "fetch">) {
  const send = async (operation: string, args: object, lease?: { jobId: string; fence: number }): Promise<Answer> => {
    const body = JSON.stringify({ operation, args, ...(lease === undefined ? {} : { lease }) });
    const init = { method: "POST", headers: bearer(callbackSecret), body };
    const response = await deployment.fetch("/job/callback", init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    /** The `result` of an operation that has to succeed. */
    call: async (operation: string, args: object, lease?: { jobId: string; fence: number }) => {
      const { status, body } = await send(operation, args, lease);
      if (status !== 200) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
      return body.result;
    },
    /** The status and the sentence of a refusal. */
    refused: async (operation: string, args: object, lease?: { jobId: string; fence: number }) => {
      const { status, body } = await send(operation, args, lease);
      return [status, body.error] as [number, string];
    },
  };
}

export type Runner = ReturnType<typeof callbackWith>;

/** Gives the id. */
export async function createWorkflow(api: Client, changes: object = {}): Promise<string> {
  const workflow = { name: "Build", steps: [{ role: "designer", name: "Design" }], ...changes };
  return (await dataOf(api.post("/workflows", workflow))).id;
}

/** Gives the run, of a workflow of its own unless one is named. */
export async function startRun(api: Client, changes: { workflowId?: string } & Record<string, unknown> = {}) {
  const workflowId = changes.workflowId ?? (await createWorkflow(api));
  return await dataOf(api.post("/runs/start", { prompt: "Build it.", ...changes, workflowId }));
}

let sandboxes = 0;

/** Registers a running sandbox, for what `changes` say; gives the id. */
export async function createSandbox(job: Runner, changes: Record<string, unknown>): Promise<string> {
  const sandbox = { runtimeSandboxId: `runtime-${++sandboxes}`, status: "running", ...changes };
  return (await job.call("sandbox.create", sandbox)).id;
}
