// The service as its clients see it: the REST API with a project's key, and the callback with the job runner's secret.
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, isObject } from "../adminFunctions";

export type Fields = Record<string, unknown>;

export interface Access {
  url: string;
  apiKey: string;
  callbackSecret: string;
}

export interface Service {
  /** Returns the `data` of one answer. */
  get(path: string): Promise<Fields>;
  /** Returns the first page of a list. */
  list(path: string): Promise<Fields[]>;
  post(path: string, body?: Fields): Promise<Fields>;
  put(path: string, body?: Fields): Promise<Fields>;
  delete(path: string): Promise<Fields>;
  /** Calls an operation of the job runner and returns its `result`. */
  call(operation: string, args: Fields): Promise<Fields>;
}

/** Every call throws a Failure with one sentence when the service refuses it. */
export function serviceAt({ url, apiKey, callbackSecret }: Access): Service {
  const rest = async (method: string, path: string, body?: Fields): Promise<unknown> => {
    const answer = await send(url, { method, path: `/api/v1${path}`, bearer: apiKey, body });
    return answer["data"];
  };
  return {
    get: async (path) => fieldsOf(await rest("GET", path)),
    list: async (path) => itemsOf(await rest("GET", path)),
    post: async (path, body) => fieldsOf(await rest("POST", path, body)),
    put: async (path, body) => fieldsOf(await rest("PUT", path, body)),
    delete: async (path) => fieldsOf(await rest("DELETE", path)),
    call: async (operation, args) => {
      const request = { method: "POST", path: "/job/callback", bearer: callbackSecret, body: { operation, args } };
      return fieldsOf((await send(url, request))["result"]);
    },
  };
}

/**
 * Checks the address, the key and the secret, and throws a Failure that says which of them is wrong. Returns the id of
 * the key's project.
 */
export async function checkAccess({ url, apiKey, callbackSecret }: Access): Promise<string> {
  const project = await statusOf(url, { method: "GET", path: "/api/v1/project", bearer: apiKey });
  if (project === 401) throw new Failure(`The service at ${url} does not know the key, or it is revoked.`);
  const { id } = await serviceAt({ url, apiKey, callbackSecret }).get("/project");
  const callback = { method: "POST", path: "/job/callback", bearer: callbackSecret, body: {} };
  if ((await statusOf(url, callback)) === 401) {
    throw new Failure(`The service at ${url} has another callback secret; give it with --callback-secret.`);
  }
  return String(id);
}

interface Request {
  method: string;
  path: string;
  bearer: string;
  body?: Fields | undefined;
}

async function statusOf(url: string, request: Request): Promise<number> {
  const response = await exchange(url, request);
  await response.arrayBuffer();
  return response.status;
}

async function send(url: string, request: Request): Promise<Fields> {
  const response = await exchange(url, request);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isObject(answer)) return answer;
  throw new Failure(`${nameOf(request)} was answered ${response.status}: ${reasonOf(answer)}`);
}

async function exchange(url: string, { method, path, bearer, body }: Request): Promise<Response> {
  const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(new URL(path, url), { method, headers, ...content }).catch(() => {
    throw new Failure(`Nothing answers at ${url}; start the service with \`npm start\`.`);
  });
  if (response.status !== 429) return response;
  // More was asked for within a minute than clients may. Nothing has happened.
  await response.arrayBuffer();
  await sleep(Number(response.headers.get("Retry-After") ?? 1) * 1000);
  return await exchange(url, { method, path, bearer, body });
}

function nameOf({ method, path, body }: Request): string {
  return path === "/job/callback" ? String(body?.["operation"]) : `${method} ${path}`;
}

/** Returns the message of a refusal by the REST API or by the callback. */
function reasonOf(answer: unknown): string {
  const error = isObject(answer) ? answer["error"] : undefined;
  const message = isObject(error) ? error["message"] : error;
  return typeof message === "string" ? message : "the server is not Switchyard.";
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function idOf(record: Fields): string {
  const { id } = record;
  if (typeof id !== "string") throw new Failure("The service has answered without an id.");
  return id;
}

/** Returns the ids that a request returned which made many records. */
export function idsOf({ ids }: Fields): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}
