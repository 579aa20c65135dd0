// The agent reads and writes files through the runner where the configuration offers that, and only in the worktree.
import { constants } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { ReadTextFileRequest, WriteTextFileRequest } from "@agentclientprotocol/sdk/unstable";
import { insideWorktree } from "../permissions";

const maxBytes = 5_000_000;

export async function readTextFile(worktree: string, request: ReadTextFileRequest): Promise<string> {
  const file = await allowed(worktree, request.path);
  const size = (await stat(file).catch(() => null))?.size;
  if (size === undefined) throw RequestError.resourceNotFound(request.path);
  if (size > maxBytes) throw RequestError.invalidParams({ path: request.path }, `larger than ${maxBytes} bytes`);
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const text = await handle.readFile("utf8");
    const { line, limit } = request;
    if (line == null && limit == null) return text;
    const from = Math.max(0, (line ?? 1) - 1);
    return text
      .split("\n")
      .slice(from, limit == null ? undefined : from + limit)
      .join("\n");
  } finally {
    await handle.close();
  }
}

export async function writeTextFile(worktree: string, request: WriteTextFileRequest): Promise<void> {
  const file = await allowed(worktree, request.path);
  if (request.content.length > maxBytes) {
    throw RequestError.invalidParams({ path: request.path }, `larger than ${maxBytes} bytes`);
  }
  await mkdir(path.dirname(file), { recursive: true });
  // The path was resolved just now; a link that has come since is not followed.
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
  try {
    await handle.writeFile(request.content);
  } finally {
    await handle.close();
  }
}

async function allowed(worktree: string, place: string): Promise<string> {
  const file = await insideWorktree(worktree, place);
  if (file === null) throw RequestError.invalidParams({ path: place }, "the file is not in the worktree");
  return file;
}
