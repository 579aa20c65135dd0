// The runner's reports about a sandbox. Answers do not repeat them, because they are large.
import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import type { DevServerReport, DiffReport, FilesReport } from "./requests";
import { reportDevServer, reportDiff, reportFiles } from "./reports";

export const files = callbackMutation(async (ctx, { sandboxId, files }: FilesReport) => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const count = await reportFiles(ctx, sandbox, files);
  return { sandboxId: publicId("sandboxes", sandbox._id), count };
});

export const diff = callbackMutation(async (ctx, { sandboxId, diff }: DiffReport) => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  await reportDiff(ctx, sandbox, diff);
  return { sandboxId: publicId("sandboxes", sandbox._id) };
});

export const devServer = callbackMutation(async (ctx, { sandboxId, url, status }: DevServerReport) => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  await reportDevServer(ctx, sandbox, { url, status });
  return { sandboxId: publicId("sandboxes", sandbox._id), url, status };
});
