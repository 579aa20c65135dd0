// sandbox.devServer: shows what an agent has made in a browser. The job is held as long as the server works, so that
// the service can end it, and so that another start of the runner serves again when this one is lost.
import { setTimeout as pause } from "node:timers/promises";
import type { DevServerSettings } from "../../config/schema";
import { objectsFolder } from "../../git/isolatedGit";
import { postNotice } from "../../report/postNotice";
import type { DevServerJob, Sandbox } from "../../service/claims";
import { CallRefusedError } from "../../service/errors";
import { DeferJobError, PermanentJobError } from "../../jobs/contract";
import type { Job } from "../../jobs/contract";
import { DevServerError } from "./error";
import { withServerWorktree } from "./worktree";
import type { DevServerTools, ServerWorktree } from "./worktree";
import { choosePort } from "./port";
import { DevServer } from "./server";

export async function runDevServer(job: Job<DevServerJob, DevServerTools>): Promise<void> {
  const { claim, tools } = job;
  const { sandbox } = claim;
  const { devServer } = tools.configuration;
  if (sandbox === null || tools.devServerPorts.has(sandbox.id)) return;
  try {
    if (devServer === undefined) throw new DevServerError(notConfigured);
    await withServerWorktree(job, sandbox, async (place) => {
      await report(job, sandbox, "starting");
      await work(job, sandbox, devServer, place);
    });
    await report(job, sandbox, "stopped");
  } catch (error) {
    if (error instanceof DeferJobError) throw error;
    await (job.signal.aborted ? report(job, sandbox, "stopped") : reportFailure(job, sandbox, error));
    throw error instanceof DevServerError ? new PermanentJobError(error.message) : error;
  }
}

const notConfigured =
  "This runner starts no dev servers: its configuration file has no `devServer`, such as " +
  '{ "devServer": { "command": ["npm", "run", "dev"] } }.';

/** Resolves when the time is over or nobody needs the server any more. Then no process of it is left. */
async function work(
  job: Job<DevServerJob, DevServerTools>,
  sandbox: Sandbox,
  settings: DevServerSettings,
  { worktree, mirror }: ServerWorktree,
): Promise<void> {
  const { claim, signal, tools } = job;
  const { configuration, folders, devServerPorts } = tools;
  const port = await choosePort(settings, new Set(devServerPorts.values()));
  devServerPorts.set(sandbox.id, port);
  const { temporary } = folders;
  const readable = [objectsFolder(mirror)];
  const place = { worktree, readable, env: claim.settings.envVars, isolation: tools.isolation, temporary };
  const server = await DevServer.start(settings, place, port).catch((error: unknown) => {
    devServerPorts.delete(sandbox.id);
    throw error;
  });
  const over = new AbortController();
  const unneeded = AbortSignal.any([signal, over.signal]);
  try {
    job.reportProgress(`starts a dev server on port ${port}`);
    await server.waitUntilReady(unneeded);
    const url = (settings.address ?? "http://localhost:{port}").replaceAll("{port}", String(port));
    await report(job, sandbox, "running", url);
    job.reportProgress(`serves ${url}`);
    const timer = setTimeout(() => over.abort(), configuration.devServerMinutes * 60_000);
    if (sandbox.runId !== null) void watchRun(job, sandbox.runId, over);
    await server.waitForEnd(unneeded).finally(() => clearTimeout(timer));
  } finally {
    over.abort();
    await server.end();
    devServerPorts.delete(sandbox.id);
  }
  signal.throwIfAborted();
}

const lookAgainMs = 10_000;

/** A deleted sandbox calls off its jobs. A deleted run does not, but then the runner cannot read it any more. */
async function watchRun({ call }: Job, runId: string, over: AbortController): Promise<void> {
  while (!over.signal.aborted) {
    await pause(lookAgainMs, undefined, { signal: over.signal }).catch(() => undefined);
    await call("run.get", { runId }).catch((error: unknown) => {
      if (error instanceof CallRefusedError && error.isMissing) over.abort();
    });
  }
}

type Status = "starting" | "running" | "stopped" | "failed";

/** A sandbox that was deleted takes no report, and then nobody needs one. */
async function report(
  { lastCall }: Job,
  { id: sandboxId }: Sandbox,
  status: Status,
  url: string | null = null,
): Promise<void> {
  await lastCall("sandbox.reportDevServer", { sandboxId, url, status }).catch((error: unknown) => {
    if (!(error instanceof CallRefusedError && error.isMissing)) throw error;
  });
}

async function reportFailure(job: Job, sandbox: Sandbox, error: unknown): Promise<void> {
  await report(job, sandbox, "failed");
  const why = error instanceof Error ? error.message : String(error);
  const content = error instanceof DevServerError && error.output !== "" ? `${why}\n\n${error.output}` : why;
  const title = "The dev server has failed";
  await postNotice(job.lastCall, sandbox.id, title, content);
}
