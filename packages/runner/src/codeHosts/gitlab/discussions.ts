// What people say about a merge request. A comment alone is a discussion too, and becomes a thread when it is answered.
import * as z from "zod";
import { parseAnswer, readNewest } from "../answerShape";
import type { Remark, RemarkLines, Remarks } from "../pullRequestSource";
import { timeOf } from "../texts";
import { authorOf, user } from "./hostedRepository";
import type { HostedRepository } from "./hostedRepository";

const line = z.int().nullish();
const text = z.string().nullish();
const hosted = z.object({ new_line: line, old_line: line });
const position = z.object({
  ...hosted.shape,
  new_path: text,
  old_path: text,
  head_sha: text,
  line_range: z.object({ start: hosted.nullish() }).nullish(),
});
const note = z.object({
  id: z.int(),
  body: z.string(),
  author: user,
  created_at: text,
  system: z.boolean().default(false),
  resolvable: z.boolean().default(false),
  resolved: z.boolean().nullish(),
  position: position.nullish(),
});
type Note = z.output<typeof note>;
const discussion = z.object({ id: z.string().regex(/^[0-9a-z]{1,64}$/i), notes: z.array(note) });

interface Asked {
  number: number;
  signal: AbortSignal;
}

export async function readDiscussions(
  hosted: HostedRepository,
  { number, signal, head }: Asked & { head: string | null },
): Promise<Remarks> {
  const { client, project } = hosted;
  const url = `${project}/merge_requests/${number}/discussions`;
  const { items, isWhole } = await readNewest({ client, url, signal }, z.array(discussion), (page) => page);
  const remarks = items.flatMap(({ id, notes }) => {
    // GitLab tells there too what happened to the request.
    const said = notes.filter(({ system }) => !system);
    return said.length === 0 ? [] : [threadOf(id, said, { address: `${hosted.web}/-/merge_requests/${number}`, head })];
  });
  return { remarks, isWhole };
}

interface Where {
  address: string;
  head: string | null;
}

function threadOf(id: string, notes: readonly Note[], { address, head }: Where): Remark {
  const [first] = notes;
  const position = first?.position ?? null;
  const path = position?.new_path ?? position?.old_path ?? null;
  const resolvable = notes.filter((one) => one.resolvable);
  const who = first === undefined ? "" : ` by ${authorOf(first.author).login}`;
  return {
    key: `thread:${id}`,
    kind: "comment",
    title: `Comment${who}${path === null ? "" : ` on ${path}`}`,
    words: notes.map(({ id, author, body, created_at }) => {
      return { author: authorOf(author), text: body, at: timeOf(created_at), url: `${address}#note_${id}` };
    }),
    path,
    line: position?.new_line ?? position?.old_line ?? null,
    lines: linesOf(position, head),
    isResolved: resolvable.length > 0 && resolvable.every(({ resolved }) => resolved === true),
  };
}

/** GitLab moves the place of a comment with each push, unless its lines have changed. */
function linesOf(position: Note["position"], head: string | null): RemarkLines | null {
  const end = position?.new_line ?? position?.old_line ?? null;
  if (position == null || end === null) return null;
  const { head_sha: commit, line_range: range } = position;
  const start = range?.start?.new_line ?? range?.start?.old_line ?? null;
  return { start, end, isOutdated: commit != null && head !== null && commit !== head, hunk: null };
}

export async function addNote(
  { client, project }: HostedRepository,
  { number, signal }: Asked,
  thread: string,
  body: string,
) {
  const discussion = encodeURIComponent(thread);
  const url = `${project}/merge_requests/${number}/discussions/${discussion}/notes`;
  parseAnswer(note, await client.change("POST", url, { body }, signal));
}
