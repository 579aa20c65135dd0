// Calls the functions that only administrators may call: on the embedded deployment or, with CONVEX_SELF_HOSTED_URL and
// CONVEX_SELF_HOSTED_ADMIN_KEY set, on any Convex deployment.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { dashboardAddress } from "./dashboard";
import { findServing } from "./serving";
import { readSettings } from "./settings";
import type { Settings } from "./settings";

/** The command cannot do what it was asked. The exit code is 1, and one sentence says why. */
export class Failure extends Error {}

export type Result = Record<string, unknown>;

interface Deployment {
  url: string;
  adminKey: string;
}

function findDeployment(): Deployment {
  return namedDeployment() ?? findEngine();
}

/** The deployment that the variables of the Convex CLI name, which may be that of this data directory. */
function namedDeployment(): Deployment | null {
  const { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey } = process.env;
  if (!url && !adminKey) return null;
  if (!url || !adminKey || !URL.canParse(url)) {
    throw new Failure("CONVEX_SELF_HOSTED_URL and CONVEX_SELF_HOSTED_ADMIN_KEY belong together, a URL and its key.");
  }
  return { url, adminKey };
}

/**
 * Whether the variables of the Convex CLI name another deployment than that of this data directory. The admin key
 * tells, because no other deployment has it, and one deployment may have several addresses.
 */
export function namesAnotherDeployment(): boolean {
  const named = namedDeployment();
  return named !== null && named.adminKey.trim() !== ownAdminKey();
}

function ownAdminKey(): string | null {
  const file = path.join(settingsOrFailure().dataDirectory, "admin-key");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

export function findEngine(): Deployment {
  const { dataDirectory, host, socketPort } = settingsOrFailure();
  const serving = findServing(dataDirectory);
  const adminKey = ownAdminKey();
  if (adminKey === null) {
    throw new Failure(`There is no admin key at ${path.join(dataDirectory, "admin-key")}; \`npm start\` makes it.`);
  }
  return { url: serving?.socketUrl ?? httpAddress(host, socketPort), adminKey };
}

/** Returns the address of the HTTP-actions host. */
export function findHttpAddress(): string {
  const { dataDirectory, host, httpPort } = settingsOrFailure();
  return findServing(dataDirectory)?.httpUrl ?? httpAddress(host, httpPort);
}

function httpAddress(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function settingsOrFailure(): Settings {
  try {
    return readSettings();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Calls a function of the deployment. Arguments that are `undefined` are options that were not given; JSON leaves them
 * out.
 */
export async function callFunction(functionPath: string, args: Record<string, unknown>): Promise<Result> {
  const answer = await callAny(functionPath, args);
  if (answer["status"] !== "success" || !isObject(answer["value"])) throw new Failure(failureMessage(answer));
  return answer["value"];
}

/** Calls a function that returns nothing. */
export async function runFunction(functionPath: string, args: Record<string, unknown>): Promise<void> {
  const answer = await callAny(functionPath, args);
  if (answer["status"] !== "success") throw new Failure(failureMessage(answer));
}

function callAny(functionPath: string, args: Record<string, unknown>): Promise<Result> {
  return post(findDeployment(), "/api/function", { path: functionPath, args, format: "json" });
}

/** Returns a token for this person. Only the embedded deployment issues tokens. */
export function signIn(person: Record<string, unknown>): Promise<Result> {
  return post(findEngine(), "/api/development/sign_in", person);
}

/** Returns the address of the dashboard with the code of the running process. */
export async function findDashboard(): Promise<Result> {
  const engine = findEngine();
  const { code } = await post(engine, "/api/development/sign_in_code", {});
  return { address: dashboardAddress(engine.url, typeof code === "string" ? code : null) };
}

/** Returns the environment variables of the embedded deployment, by name. */
export async function listVariables(): Promise<Result> {
  const { environment_variables: variables } = await send(findEngine(), "/api/list_environment_variables", {
    method: "GET",
  });
  return isObject(variables) ? variables : {};
}

/** Changes all these variables in one transaction. Null removes a variable. */
export async function changeVariables(changes: Record<string, string | null>): Promise<void> {
  await post(findEngine(), "/api/update_environment_variables", {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  });
}

function post(deployment: Deployment, path: string, body: Record<string, unknown>): Promise<Result> {
  return send(deployment, path, { method: "POST", body: JSON.stringify(body) });
}

async function send({ url, adminKey }: Deployment, path: string, request: RequestInit): Promise<Result> {
  const response = await fetch(new URL(path, url), {
    ...request,
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
  }).catch(() => {
    throw new Failure(`Nothing answers at ${url}; start the service with \`npm start\`.`);
  });
  if (!response.ok) throw new Failure(`The deployment at ${url} refused: ${refusalText(await response.text())}`);
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Failure(`The server at ${url} is not a Convex deployment.`);
  return answer;
}

/**
 * Returns the message of a refusal. A deployment answers in JSON; a proxy in front of it may send anything, which is
 * returned unchanged.
 */
function refusalText(body: string): string {
  try {
    const refusal: unknown = JSON.parse(body);
    if (isObject(refusal) && typeof refusal["message"] === "string") return refusal["message"];
  } catch {
    // A body that is not JSON is returned as it is.
  }
  return body;
}

/** Returns the message of a refusal, or the text with which the deployment reports any other failure. */
function failureMessage({ errorData, errorMessage }: Result): string {
  const message = isObject(errorData) ? errorData["message"] : errorMessage;
  return typeof message === "string" ? message : "The deployment reported a failure without a message.";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
