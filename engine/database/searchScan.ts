// Walks the results of a text search, best first. The position of a result is its score and its row, together with
// the weights of the words when the walk began. With these weights, a document that does not change keeps its
// position whatever happens to other documents.
import { FunctionError } from "../value/functionError";
import { keySuccessor } from "../value/indexKey";
import type { KeySpan } from "./keySpan";
import { byIdIndexOf, type Table } from "./registry";
import type { IndexedDocument } from "./rows";
import { prefixRange, wordRange } from "./searchEntry";
import {
  compareRanked,
  maxResults,
  rank,
  partitionOfRequest,
  type RankedRow,
  type SearchRequest,
} from "./searchRanking";
import type { Transaction } from "./transaction";

export interface SearchSource {
  readonly kind: "search";
  table: Table;
  request: SearchRequest;
}

interface ResultPosition {
  weights: number[];
  at: RankedRow;
}

export class SearchScan {
  private after: RankedRow | null;
  private readonly through: RankedRow | null;
  private weights: readonly number[] | null;
  private ranked: RankedRow[] = [];
  private position = 0;
  private rankedAt: number | null = null;

  constructor(
    private readonly transaction: Transaction,
    private readonly source: SearchSource,
    { after, through }: KeySpan,
  ) {
    const start = after && decodePosition(after);
    const end = through && decodePosition(through);
    this.after = start?.at ?? null;
    this.through = end?.at ?? null;
    this.weights = start?.weights ?? end?.weights ?? null;
    this.readWords();
  }

  next(): IndexedDocument | null {
    if (this.rankedAt !== this.transaction.writeCount) this.rank();
    for (;;) {
      if (this.position === maxResults) throw tooManyResults();
      const result = this.ranked[this.position];
      if (result === undefined || this.isBeyond(result)) return null;
      this.position++;
      this.after = result;
      const document = this.read(result);
      if (document !== null) return document;
    }
  }

  /** Ranks all results as they are now and finds the position of the walk among them. */
  private rank(): void {
    this.rankedAt = this.transaction.writeCount;
    const { request } = this.source;
    const { weights, ranked } = rank(this.transaction.rowsWith(request.index), request, this.weights);
    this.weights = weights;
    this.ranked = ranked;
    const { after } = this;
    const first = after === null ? 0 : ranked.findIndex((result) => compareRanked(result, after) > 0);
    this.position = first === -1 ? ranked.length : first;
  }

  private isBeyond(result: RankedRow): boolean {
    return this.through !== null && compareRanked(result, this.through) > 0;
  }

  private read(result: RankedRow): IndexedDocument | null {
    const found = this.transaction.rows.byRow(result.row);
    if (found === undefined) return null;
    this.transaction.reads.add(byIdIndexOf(this.source.table), { from: found.key, to: keySuccessor(found.key) });
    this.transaction.countRead(found);
    return { ...found, key: encodePosition({ weights: [...(this.weights ?? [])], at: result }) };
  }

  /** Adds the words to the read set. A document that gains or loses one of the words may change the results. */
  private readWords(): void {
    const { index, terms } = this.source.request;
    const partition = partitionOfRequest(this.source.request);
    for (const word of terms.words) this.transaction.reads.add(index.id, wordRange(partition, word));
    if (terms.prefix !== null) this.transaction.reads.add(index.id, prefixRange(partition, terms.prefix));
  }
}

function encodePosition({ weights, at }: ResultPosition): Buffer {
  return Buffer.from(Float64Array.of(...weights, at.score, at.row).buffer);
}

function decodePosition(key: Buffer): ResultPosition {
  const numbers = Array.from({ length: Math.floor(key.length / 8) }, (_, at) => key.readDoubleLE(8 * at));
  const [score = 0, row = 0] = numbers.slice(-2);
  return { weights: numbers.slice(0, -2), at: { score, row } };
}

function tooManyResults(): FunctionError {
  return new FunctionError(
    "SearchQueryScannedTooManyDocumentsError",
    `Search query scanned too many documents (fetched ${maxResults}). Consider using a smaller limit, paginating the ` +
      "query, or using a filter field to limit the number of documents pulled from the search index.",
  );
}
