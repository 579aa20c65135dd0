// The agent reads and writes files through the runner where the configuration offers that, and only in the worktree.
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { ReadTextFileRequest, WriteTextFileRequest } from "@agentclientprotocol/sdk/unstable";
import { NotPlainFileError } from "../../agentFiles/openFile";
import { readText } from "../../agentFiles/readFile";
import { writeFileBelow } from "../../agentFiles/writeFile";
import { locateInWorktree } from "../permissions";

const maxBytes = 5_000_000;

export async function readTextFile(worktree: string, request: ReadTextFileRequest): Promise<string> {
  const { root, name } = await allowed(worktree, request.path);
  const text = await readText(root, name, maxBytes).catch(refuse(request.path));
  if (text === null) throw RequestError.resourceNotFound(request.path);
  const { line, limit } = request;
  if (line == null && limit == null) return text;
  const from = Math.max(0, (line ?? 1) - 1);
  return text
    .split("\n")
    .slice(from, limit == null ? undefined : from + limit)
    .join("\n");
}

export async function writeTextFile(worktree: string, request: WriteTextFileRequest): Promise<void> {
  const { root, name } = await allowed(worktree, request.path);
  if (request.content.length > maxBytes) {
    throw RequestError.invalidParams({ path: request.path }, `larger than ${maxBytes} bytes`);
  }
  await writeFileBelow(root, name, request.content).catch(refuse(request.path));
}

async function allowed(worktree: string, place: string) {
  const inside = await locateInWorktree(worktree, place);
  if (inside === null) throw RequestError.invalidParams({ path: place }, "the file is not in the worktree");
  return inside;
}

function refuse(place: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof NotPlainFileError ? RequestError.invalidParams({ path: place }, error.message) : error;
  };
}
