// Walks the range of a query lazily. All rows that the walk has passed count as read, for the limits and for the read
// set.
import { passes } from "./filter";
import { parseDocument } from "./documents";
import type { Operator, QueryPlan, RangeSource } from "./queryPlan";
import type { KeyRange } from "./readSet";
import { scanIndexId, type IndexedDocument } from "./rows";
import { rangeAfterKey, rangeThroughKey, wholeSpan, type KeySpan } from "./keySpan";
import { SearchScan } from "./searchScan";
import type { Transaction } from "./transaction";

const firstBatch = 16;
const maxBatch = 256;
const batchBytes = 4 * 1024 * 1024;

/** A range of the read set that grows with the scan. */
interface GrowingRange {
  from: Buffer;
  to: Buffer | null;
}

/**
 * Reads the rows of a key range one after another, in index order. It sees the earlier writes of the same transaction
 * at once.
 */
class Scan {
  private fetched: IndexedDocument[] = [];
  private position = 0;
  private fetchedAt = 0;
  private nextBatch: number;
  private exhausted = false;
  private readonly read: GrowingRange;
  private left: KeyRange;

  constructor(
    private readonly transaction: Transaction,
    private readonly plan: RangeSource,
    { after, through }: KeySpan,
    expectedRows: number,
  ) {
    const { order } = plan;
    let range = plan.range;
    if (after !== null) range = rangeAfterKey(range, after, order);
    if (through !== null) range = rangeThroughKey(range, through, order);
    this.left = range;
    this.nextBatch = Math.max(1, Math.min(expectedRows, firstBatch));
    const start = order === "asc" ? range.from : (range.to ?? aboveAll);
    this.read = { from: start, to: start };
    if (plan.scan === null) transaction.readTableNames();
    else transaction.reads.add(scanIndexId(plan.scan), this.read);
  }

  next(): IndexedDocument | null {
    if (this.position >= this.fetched.length || this.fetchedAt !== this.transaction.writeCount) this.fetch();
    const row = this.fetched[this.position];
    if (row === undefined) {
      this.coverAll();
      return null;
    }
    this.position++;
    this.left = rangeAfterKey(this.left, row.key, this.plan.order);
    if (this.plan.order === "asc") this.read.to = this.left.from;
    else this.read.from = row.key;
    this.transaction.countRead(row);
    return row;
  }

  private fetch(): void {
    const unchanged = this.fetchedAt === this.transaction.writeCount;
    this.position = 0;
    if (this.plan.scan === null || (this.exhausted && unchanged)) {
      this.fetched = [];
      return;
    }
    this.fetchedAt = this.transaction.writeCount;
    this.fetched = this.transaction.rows.scan(this.plan.scan, this.left, this.plan.order, this.nextBatch);
    this.exhausted = this.fetched.length < this.nextBatch;
    const bytes = this.fetched.reduce((sum, row) => sum + row.size, 1);
    const fitting = Math.ceil((batchBytes * this.fetched.length) / bytes);
    this.nextBatch = Math.max(1, Math.min(this.nextBatch * 4, maxBatch, fitting));
  }

  private coverAll(): void {
    if (this.plan.order === "asc") this.read.to = this.left.to;
    else this.read.from = this.left.from;
  }
}

const aboveAll = Buffer.from([0xff]);

/** Returns the rows of a query's source, before its operators. The key of a document is its position there. */
export function openScan(
  transaction: Transaction,
  { source }: QueryPlan,
  span: KeySpan,
  expectedRows: number,
): { next(): IndexedDocument | null } {
  switch (source.kind) {
    case "range":
      return new Scan(transaction, source, span, expectedRows);
    case "search":
      return new SearchScan(transaction, source, span);
  }
}

/** Returns the documents of a query after its operators, as stored text. */
export class QueryStream {
  private readonly rows: ReturnType<typeof openScan>;
  private readonly operators: OperatorState[];

  constructor(transaction: Transaction, plan: QueryPlan) {
    transaction.usage.add("databaseQueries", 1);
    this.operators = plan.operators.map(initialState);
    this.rows = openScan(transaction, plan, wholeSpan, rowsNeeded(plan.operators));
  }

  next(): string | null {
    for (;;) {
      if (reachedLimit(this.operators)) return null;
      const row = this.rows.next();
      if (row === null) return null;
      if (accepts(this.operators, row.text)) return row.text;
    }
  }
}

type OperatorState = { kind: "filter"; expression: Operator & { kind: "filter" } } | { kind: "limit"; left: number };

export function initialState(operator: Operator): OperatorState {
  return operator.kind === "filter"
    ? { kind: "filter", expression: operator }
    : { kind: "limit", left: operator.count };
}

/**
 * Returns true if a document passes all operators. They apply in the order in which they were written: a limit before
 * a filter also counts documents that the filter drops.
 */
export function accepts(operators: OperatorState[], text: string): boolean {
  for (const operator of operators) {
    if (operator.kind === "limit") {
      if (operator.left === 0) return false;
      operator.left--;
    } else if (!passes(operator.expression.expression, parseDocument(text))) {
      return false;
    }
  }
  return true;
}

export function reachedLimit(operators: readonly OperatorState[]): boolean {
  return operators.some((operator) => operator.kind === "limit" && operator.left === 0);
}

/** Estimates how many rows the query needs, for the size of the first batch. After a filter the number is unknown. */
function rowsNeeded(operators: readonly Operator[]): number {
  const [first] = operators;
  return first?.kind === "limit" ? first.count : firstBatch;
}
