// The engine as a separate process, called as applications call it. One deployment serves all cases, so each case
// begins with emptying the tables.
import { type ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import type { RunningEngine } from "../../support/engine";
import { callFunction } from "../../support/engineDeployment";
import type { Args, Subject, SubjectName } from "./subject";

const tables = ["things", "strict", "shapes", "notes", "jobs", "counters", "halves", "undeclared", "made"];

/** Calls any function with the admin key. */
export async function administer(engine: RunningEngine, path: string, args: Args = {}): Promise<Value> {
  return await callFunction(engine, path, args);
}

type Calls = Pick<Subject, "query" | "mutation" | "action">;

/** Calls through `ConvexHttpClient`. */
export function callsOverHttp(engine: RunningEngine): Calls {
  const client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  return {
    query: async (path, args = {}) => await client.query(makeFunctionReference<"query">(path), args),
    // One client would send its mutations one after another. In a case they may come from many clients at once.
    mutation: async (path, args = {}) =>
      await client.mutation(makeFunctionReference<"mutation">(path), args, { skipQueue: true }),
    action: async (path, args = {}) => await client.action(makeFunctionReference<"action">(path), args),
  };
}

/** Calls through `ConvexClient`. A query is a subscription that ends with its first value. */
export function callsOverSocket(client: ConvexClient): Calls {
  return {
    query: async (path, args = {}) => await client.query(makeFunctionReference<"query">(path), args),
    mutation: async (path, args = {}) => await client.mutation(makeFunctionReference<"mutation">(path), args),
    action: async (path, args = {}) => await client.action(makeFunctionReference<"action">(path), args),
  };
}

/**
 * Returns a function that makes subjects with empty tables. Tables are emptied only if the case before may have
 * written.
 */
export function engineSubjects(engine: RunningEngine, name: SubjectName, calls: Calls): () => Promise<Subject> {
  let mayHaveWritten = false;
  const writing =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      mayHaveWritten = true;
      return call(...args);
    };
  const subject: Subject = {
    name,
    query: calls.query,
    mutation: writing(calls.mutation),
    action: writing(calls.action),
    administer: async (_kind, path, args) => await administer(engine, path, args),
    fetch: writing(async (path, init) => await fetch(engine.httpUrl + path, init)),
  };
  return async () => {
    if (mayHaveWritten) await administer(engine, "documents:clear", { tables });
    mayHaveWritten = false;
    return subject;
  };
}

export async function setVariable(engine: RunningEngine, name: string, value: string): Promise<void> {
  const response = await fetch(`${engine.socketUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}` },
    body: JSON.stringify({ changes: [{ name, value }] }),
  });
  if (!response.ok) throw new Error(`${name} was not set: ${response.status} ${await response.text()}`);
}
