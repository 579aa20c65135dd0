// What a code host has answered before, by address. A host that has no news answers without a body, which GitHub does
// not count. So the answers are kept in small files, one for each request that is followed.
import { createHash } from "node:crypto";
import * as z from "zod";
import { JsonFiles } from "../state/jsonFiles";

const answer = z.object({
  url: z.string(),
  tag: z.string(),
  text: z.string(),
  hasNext: z.boolean().nullable(),
  /** Missing in files of earlier versions. */
  lastPage: z.int().nullable().default(null),
});
export type KeptAnswer = z.output<typeof answer>;

/** In characters. A page of a hundred comments with all that GitHub says about each has about 600,000. */
const [maxAnswer, maxAnswers] = [1_000_000, 2_000_000];

/** The answers about one request. Those that were used last are kept. */
export class KnownAnswers {
  private readonly byUrl: Map<string, KeptAnswer>;
  private hasChanged = false;

  constructor(before: readonly KeptAnswer[] = []) {
    this.byUrl = new Map(before.map((one) => [one.url, one]));
  }

  find(url: string): KeptAnswer | null {
    return this.byUrl.get(url) ?? null;
  }

  /** Moves the answer to those that were used last. */
  keep(kept: KeptAnswer): void {
    const before = this.byUrl.get(kept.url);
    if (kept.text.length > maxAnswer) return void this.byUrl.delete(kept.url);
    this.hasChanged ||= before?.tag !== kept.tag;
    this.byUrl.delete(kept.url);
    this.byUrl.set(kept.url, kept);
  }

  get isNew(): boolean {
    return this.hasChanged;
  }

  /** Those that were used last, within the bound. */
  get all(): KeptAnswer[] {
    let size = 0;
    const newest = [...this.byUrl.values()].reverse().filter(({ text }) => (size += text.length) <= maxAnswers);
    return newest.reverse();
  }
}

const file = z.object({ name: z.string(), answers: z.array(answer) });
type AnswersFile = z.infer<typeof file>;

const maxFiles = 300;

/** The files. None of them has a key for the code host. */
export class AnswerFiles {
  private readonly files: JsonFiles<AnswersFile>;

  constructor(folder: string, warn: (message: string) => void) {
    this.files = new JsonFiles({ folder, shape: file, nameOf, warn });
  }

  async read(subject: string): Promise<KnownAnswers> {
    return new KnownAnswers((await this.files.read(nameOf({ name: subject })))?.answers);
  }

  async write(subject: string, known: KnownAnswers): Promise<void> {
    if (known.isNew) await this.files.write({ name: subject, answers: known.all });
  }

  async remove(subject: string): Promise<void> {
    await this.files.remove(nameOf({ name: subject }));
  }

  /** Deletes the oldest files beyond the bound, such as those of requests that another runner saw to their end. */
  async prune(): Promise<void> {
    await this.files.keepNewest(maxFiles);
  }
}

/** A subject has an address in it, with characters that file names cannot have. */
function nameOf({ name }: Pick<AnswersFile, "name">): string {
  return createHash("sha256").update(name).digest("hex");
}
