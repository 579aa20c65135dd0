// A parsed diff with what its rows need besides: names for React, and the code of both sides. What is costly is made
// when the first row of a hunk is shown.
import { languageOf } from "../../../../domain/code/languages";
import type { Language } from "../../../../domain/code/languages";
import { splitIntoChunks } from "../../../../domain/code/codeChunks";
import type { ChunkLine } from "../../../../domain/code/codeChunks";
import { composeDiffs } from "../parse/composeDiffs";
import { filePath } from "../parse/diffModel";
import type { FileDiff, Hunk } from "../parse/diffModel";
import { parseDiff } from "../parse/parseDiff";
import { wordChanges } from "../parse/wordChanges";
import type { Range } from "../parse/wordChanges";

/** The diff of one sandbox. */
export interface DiffPart {
  sandboxId: string;
  /** The step, said at each file when several are shown. */
  label: string | null;
  text: string;
}

/** The name of the diff of all steps. */
export const allSteps = "all";

interface StepChange {
  part: Pick<DiffPart, "sandboxId" | "label">;
  file: FileDiff;
}

export interface FileView {
  /** Unique in what is shown, also when a diff names a file twice. */
  key: string;
  path: string;
  part: Pick<DiffPart, "sandboxId" | "label">;
  file: FileDiff;
  /** What each step has done to the file, in their order. */
  changes: readonly StepChange[];
  /** Whether the changes of all steps are shown. */
  isOfAllSteps: boolean;
  hunks: HunkView[];
}

export class HunkView {
  private code: readonly (ChunkLine | null)[] | null = null;
  private partners: ReadonlyMap<number, number> | null = null;
  private readonly marks = new Map<number, readonly Range[]>();

  constructor(
    readonly key: string,
    readonly path: string,
    readonly hunk: Hunk,
  ) {}

  /** Where the line is found in the code of its side. Lines that both sides have belong to the new one. */
  codeAt(at: number): ChunkLine | null {
    this.code ??= chunkLines(this.hunk, languageOf(this.path));
    return this.code[at] ?? null;
  }

  /** The ranges of a changed line that are not in the line which it replaces, or which replaces it. */
  marksAt(at: number): readonly Range[] {
    const known = this.marks.get(at);
    if (known !== undefined) return known;
    this.partners ??= pairReplacedLines(this.hunk);
    const partner = this.partners.get(at);
    if (partner === undefined) return [];
    const [removed, added] = at < partner ? [at, partner] : [partner, at];
    const { lines } = this.hunk;
    const found = wordChanges(lines[removed]?.text ?? "", lines[added]?.text ?? "");
    this.marks.set(removed, found?.removed ?? []);
    this.marks.set(added, found?.added ?? []);
    return this.marks.get(at) ?? [];
  }
}

export function fileViews(parts: readonly DiffPart[]): FileView[] {
  const files = composeDiffs(parts.map((part) => ({ part, files: parseDiff(part.text) })));
  const isOfAllSteps = parts.length > 1;
  return files.map(({ changes, file }, index) => {
    const part = commonPart(changes.map(({ part }) => part));
    const path = filePath(file);
    const key = `${index}`;
    const hunks = file.hunks.map((hunk, at) => new HunkView(`${key}.${at}`, path, hunk));
    return { key, path, part, file, changes, isOfAllSteps, hunks };
  });
}

/** What several steps have changed is the work of all of them, and comments on it belong to none of their diffs. */
function commonPart(parts: readonly DiffPart[]): Pick<DiffPart, "sandboxId" | "label"> {
  const [first, ...more] = parts;
  if (first === undefined || more.length > 0) {
    return { sandboxId: allSteps, label: parts.map(({ label }) => label).join(", ") };
  }
  return first;
}

function chunkLines({ lines }: Hunk, language: Language | null): (ChunkLine | null)[] {
  if (language === null) return [];
  const side = (without: "added" | "removed") =>
    splitIntoChunks(
      lines.flatMap(({ kind, text }) => (kind === without ? [] : [text])),
      language,
    ).values();
  const [old, young] = [side("added"), side("removed")];
  return lines.map(({ kind }) => {
    const inOld = kind === "added" ? null : (old.next().value ?? null);
    return kind === "removed" ? inOld : (young.next().value ?? null);
  });
}

/** In a block of removed lines with added ones below, the first replaces the first, and so on. */
function pairReplacedLines({ lines }: Hunk): Map<number, number> {
  const partners = new Map<number, number>();
  let removed: number[] = [];
  let taken = 0;
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "added") {
      const partner = removed[taken++];
      if (partner !== undefined) partners.set(partner, at).set(at, partner);
    } else {
      if (kind === "same" || taken > 0) [removed, taken] = [[], 0];
      if (kind === "removed") removed.push(at);
    }
  }
  return partners;
}
