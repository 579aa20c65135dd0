// Helpers with which most tests of endpoints begin.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { internal } from "../../convex/_generated/api";
import type { Deployment } from "./deployment";

/** Makes a project, with a key that may do everything in it. */
export function createProject(deployment: Deployment, name = "Demo") {
  return deployment.action(internal.admin.projects.create, { name });
}

/** Makes another key of a project. */
export function createKey(deployment: Deployment, projectId: string, scopes: string[]) {
  return deployment.action(internal.admin.projects.createKey, { projectId, name: "Test", scopes });
}

export function bearer(apiKey: string): { Authorization: string } {
  return { Authorization: `Bearer ${apiKey}` };
}

export interface Answer {
  status: number;
  // Each test knows the shape of the body that it expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  headers: Headers;
}

/** Sends requests below `/api/v1` with a key. `apiKey` may be a function if the key is not known yet. */
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

/** Deletes the key's project without a time of grace, so that its data is removed at once. */
export async function deleteForGood(deployment: Deployment, api: Client): Promise<void> {
  await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: "0" });
  try {
    await dataOf(api.post("/project/delete"));
  } finally {
    await deployment.setEnvironment({ SERVICE_DELETION_GRACE_HOURS: null });
  }
}

/** Returns the `data` of an answer, which must be a success. */
export async function dataOf(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Returns the status, the code and the field of a refusal. */
export async function refusalOf(answer: Promise<Answer>): Promise<[number, string, string?]> {
  const { status, body } = await answer;
  const { code, field } = body.error;
  return field === undefined ? [status, code] : [status, code, field];
}

/** Makes a project for each test, with clients for its owner and for the owner of another project. */
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

/**
 * All suites use the same key, since they share an engine: secrets that one suite has sealed would make another key
 * refused.
 */
export const encryptionKey = Buffer.alloc(32, 7).toString("base64");

/** The job runner of a deployment. `JOB_CALLBACK_SECRET` is set while the suite runs. */
export function runner(deployment: Deployment) {
  beforeAll(() => deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret }));
  afterAll(() => deployment.setEnvironment({ JOB_CALLBACK_SECRET: null }));
  return callbackWith(deployment);
}

/** Like `runner`, for a test with a deployment of its own. */
export async function callbackOf(deployment: Deployment): Promise<Runner> {
  await deployment.setEnvironment({ JOB_CALLBACK_SECRET: callbackSecret });
  return callbackWith(deployment);
}

/** `token` is the deployment's secret or a runner token. */
export function callbackWith(deployment: Pick<Deployment, "fetch">, token = callbackSecret) {
  const send = async (operation: string, args: object, lease?: { jobId: string; fence: number }): Promise<Answer> => {
    const body = JSON.stringify({ operation, args, ...(lease === undefined ? {} : { lease }) });
    const init = { method: "POST", headers: bearer(token), body };
    const response = await deployment.fetch("/job/callback", init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    /** Returns the `result` of an operation, which must succeed. */
    call: async (operation: string, args: object, lease?: { jobId: string; fence: number }) => {
      const { status, body } = await send(operation, args, lease);
      if (status !== 200) throw new Error(`${operation}: ${status} ${JSON.stringify(body)}`);
      return body.result;
    },
    /** Returns the status and the sentence of a refusal. */
    refused: async (operation: string, args: object, lease?: { jobId: string; fence: number }) => {
      const { status, body } = await send(operation, args, lease);
      return [status, body.error] as [number, string];
    },
  };
}

export type Runner = ReturnType<typeof callbackWith>;

/** Makes a workflow and returns its id. */
export async function createWorkflow(api: Client, changes: object = {}): Promise<string> {
  const workflow = { name: "Build", steps: [{ role: "designer", name: "Design" }], ...changes };
  return (await dataOf(api.post("/workflows", workflow))).id;
}

/** Starts a run and returns it. Makes a workflow for it unless `changes` names one. */
export async function startRun(api: Client, changes: { workflowId?: string } & Record<string, unknown> = {}) {
  const workflowId = changes.workflowId ?? (await createWorkflow(api));
  return await dataOf(api.post("/runs/start", { prompt: "Build it.", ...changes, workflowId }));
}

let sandboxes = 0;

/** Registers a running sandbox with the fields in `changes`, and returns its id. */
export async function createSandbox(job: Runner, changes: Record<string, unknown>): Promise<string> {
  const sandbox = { runtimeSandboxId: `runtime-${++sandboxes}`, status: "running", ...changes };
  return (await job.call("sandbox.create", sandbox)).id;
}
