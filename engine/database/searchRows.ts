// The full-text table of each search index. Of SQLite's FTS5 only the postings are used. Our own code finds the words
// (searchTerms.ts), so the tokenizer only splits at spaces. The tokens contain the weight of a word in a document, so
// the best and newest documents are found without reading all that contain the word.
import type { StatementSource, WriteStatement } from "../persistence/batchBuffer";
import { limitParameter, type Connection, type Statement } from "../persistence/connection";
import type { SearchIndex } from "./registry";
import { tokenCharacters } from "./searchEntry";

function tableOf(index: Pick<SearchIndex, "id">): string {
  return `search_${index.id}`;
}

export function createSearchTable(connection: Connection, index: Pick<SearchIndex, "id">): void {
  connection.exec(
    `CREATE VIRTUAL TABLE ${tableOf(index)} USING fts5(tokens, content='', columnsize=0, detail=none,
       tokenize="ascii tokenchars '${tokenCharacters}'")`,
  );
}

export function dropSearchTable(connection: Connection, index: Pick<SearchIndex, "id">): void {
  connection.exec(`DROP TABLE ${tableOf(index)}`);
}

export interface SearchRows {
  /** Returns the rows of the documents that match an expression of FTS5, the latest first. */
  latest(index: SearchIndex, expression: string, limit: number): number[];
  /** Like `latest`, with the earliest first. This costs less, because FTS5 keeps rows in this order. */
  earliest(index: SearchIndex, expression: string, limit: number): number[];
}

/** The statements return all rows in one text, which costs half as much as separate rows. */
type ReadStatements = Record<"latest" | "earliest", Statement<[string | null]>>;

export class SearchReader implements SearchRows {
  private readonly statements = new Map<number, ReadStatements>();

  constructor(private readonly connection: Connection) {}

  latest(index: SearchIndex, expression: string, limit: number): number[] {
    return rowsIn(this.of(index).latest.get(expression, limit));
  }

  earliest(index: SearchIndex, expression: string, limit: number): number[] {
    return rowsIn(this.of(index).earliest.get(expression, limit));
  }

  private of(index: SearchIndex): ReadStatements {
    const known = this.statements.get(index.id);
    if (known !== undefined) return known;
    const table = tableOf(index);
    const inOrder = (order: "ASC" | "DESC"): Statement<[string | null]> =>
      this.connection.prepare(
        `SELECT group_concat(rowid)
         FROM (SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid ${order} ${limitParameter})`,
      );
    const made = { latest: inOrder("DESC"), earliest: inOrder("ASC") };
    this.statements.set(index.id, made);
    return made;
  }
}

function rowsIn([rows = null]: readonly [(string | null)?] = []): number[] {
  return rows === null ? [] : rows.split(",").map(Number);
}

export class SearchWriter {
  private readonly statements = new Map<number, { insert: WriteStatement; delete: WriteStatement }>();

  constructor(private readonly on: StatementSource) {}

  add(index: SearchIndex, row: number, tokens: string): void {
    this.of(index).insert.run(row, tokens);
  }

  /** Removes the tokens of a document. The table does not keep them, so `tokens` must be those that were added. */
  remove(index: SearchIndex, row: number, tokens: string): void {
    this.of(index).delete.run(row, tokens);
  }

  private of(index: SearchIndex): { insert: WriteStatement; delete: WriteStatement } {
    const known = this.statements.get(index.id);
    if (known !== undefined) return known;
    const made = {
      insert: this.on.prepare(`INSERT INTO ${tableOf(index)} (rowid, tokens) VALUES (?, ?)`),
      delete: this.on.prepare(
        `INSERT INTO ${tableOf(index)} (${tableOf(index)}, rowid, tokens) VALUES ('delete', ?, ?)`,
      ),
    };
    this.statements.set(index.id, made);
    return made;
  }
}
