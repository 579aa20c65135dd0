/// <reference types="vite/client" />
// convex-test: the app in this process, over an in-memory imitation of the backend, a new one for each case.
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import schema from "../app/convex/schema";
import type { Args, Subject } from "./subject";

// convex-test finds the functions' folder by the generated folder. The test app has none, since nothing in it needs
// types.
const modules = {
  ...import.meta.glob("../app/convex/**/*.ts"),
  "../app/convex/_generated/api.ts": () => Promise.resolve({}),
};

export function convexTestSubject(): Subject {
  const test = convexTest(schema, modules);
  const query = async (path: string, args: Args = {}): Promise<Value> =>
    await test.query(makeFunctionReference<"query">(path), args);
  const mutation = async (path: string, args: Args = {}): Promise<Value> =>
    await test.mutation(makeFunctionReference<"mutation">(path), args);
  const action = async (path: string, args: Args = {}): Promise<Value> =>
    await test.action(makeFunctionReference<"action">(path), args);
  const byKind = { query, mutation, action };
  return {
    name: "convex-test",
    ...byKind,
    administer: async (kind, path, args) => await byKind[kind](path, args),
    fetch: async (path, init) => await test.fetch(path, init),
  };
}
