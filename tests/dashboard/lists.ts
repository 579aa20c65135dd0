// Reads live lists, and the same lists over REST.
import type { PaginationOptions, PaginationResult } from "convex/server";
import { internal } from "../../convex/_generated/api";
import { client, dataOf } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import type { InProcess } from "../support/inProcess";

/** Returns a REST client with a key that may do everything in the project. */
export async function restOf(deployment: InProcess, projectId: string): Promise<Client> {
  const { apiKey } = await deployment.action(internal.admin.projects.createKey, { projectId, name: "Test" });
  return client(deployment, apiKey);
}

/** Returns all items of a live list, reading it page by page. */
export async function allOf<Item>(
  ask: (paginationOpts: PaginationOptions) => Promise<PaginationResult<Item>>,
  numItems = 2,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (;;) {
    const result: PaginationResult<Item> = await ask({ numItems, cursor });
    if (result.page.length > numItems) throw new Error(`A page of ${numItems} has ${result.page.length} items.`);
    items.push(...result.page);
    if (result.isDone) return items;
    cursor = result.continueCursor;
  }
}

/** Returns all items of a list over REST. */
export async function restList(api: Client, path: string): Promise<unknown[]> {
  return await dataOf(api.get(path));
}
