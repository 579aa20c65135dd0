// What the runner last reported of a sandbox, for clients. What it never reported is NOT_FOUND.
import { projectQuery } from "../api/builders";
import { apiError } from "../api/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { plainPath } from "./files";
import { presentDevServer, presentDiff, presentEntry, presentFile } from "./presentReports";
import type { DevServerView, DiffView, EntryView, FileView } from "./presentReports";
import { findFile, reported } from "./reports";
import type { FileRequest, FilesRequest } from "./requests";

type One = { id: string };

/** What is in a folder, by name; the rows were made in that order. */
export const files = projectQuery(
  async (ctx, { id, path: given = "", ...request }: FilesRequest): Promise<Page<EntryView>> => {
    const sandbox = await ownedDocument(ctx, "sandboxes", id);
    const { report } = await reported(ctx, sandbox, "files");
    const path = plainPath(given);
    const folder = path === null || path === "" ? null : await findFile(ctx, sandbox._id, report, path);
    if (path === null || (path !== "" && folder?.kind !== "folder")) throw nothingAt("folder", given);
    const inOrder = (fromMs: number) =>
      ctx.db
        .query("sandboxFiles")
        .withIndex("by_folder", (q) =>
          q.eq("sandboxId", sandbox._id).eq("report", report).eq("folder", path).gte("_creationTime", fromMs),
        );
    const paged = {
      project: ctx.project,
      name: listName("files", { id, path, report }),
      sources: [inOrder],
      isOldestFirst: true as const,
    };
    return await readPage(paged, request, pageBounds.small, presentEntry);
  },
);

export const file = projectQuery(async (ctx, { id, path: given }: FileRequest): Promise<FileView> => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  const { report, reportedAtMs } = await reported(ctx, sandbox, "files");
  const path = plainPath(given);
  const found = path === null ? null : await findFile(ctx, sandbox._id, report, path);
  if (found?.kind !== "file") throw nothingAt("file", given);
  return presentFile(found, reportedAtMs);
});

export const diff = projectQuery(async (ctx, { id }: One): Promise<DiffView> => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  return presentDiff(sandbox, await reported(ctx, sandbox, "diff"));
});

export const devServer = projectQuery(async (ctx, { id }: One): Promise<DevServerView> => {
  const sandbox = await ownedDocument(ctx, "sandboxes", id);
  return presentDevServer(sandbox, await reported(ctx, sandbox, "devServer"));
});

function nothingAt(noun: string, path: string) {
  return apiError("NOT_FOUND", `There is no ${noun} ${path} in the sandbox.`);
}
