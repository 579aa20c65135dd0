import { projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { presentEntry } from "./presentReports";
import type { EntryView } from "./presentReports";
import type { FilesRequest } from "./requests";

export const files = projectQuery(async (ctx, { limit, cursor, ...which }: FilesRequest): Promise<Page<EntryView>> => {
  const { report, path, entriesFrom } = await handlers.folder(ctx, which);
  const paged = {
    project: ctx.project,
    name: listName("files", { id: which.id, path, report }),
    sources: [entriesFrom],
    isOldestFirst: true as const,
  };
  return await readPage(paged, { limit, cursor }, pageBounds.small, presentEntry);
});

export const file = projectQuery(handlers.file);

export const diff = projectQuery(handlers.diff);

export const devServer = projectQuery(handlers.devServer);
