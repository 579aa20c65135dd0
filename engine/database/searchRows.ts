// The full-text table of each search index: SQLite's FTS5, of which the postings alone are used. Words are told apart
// by us (searchTerms.ts), so its tokenizer only splits at spaces; what a document is worth is in the tokens, so that
// the best and newest are found without looking at all that have a word.
import type { Connection, Statement } from "../persistence/connection";
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

export class SearchReader {
  private readonly statements = new Map<number, Statement<[string | null]>>();

  constructor(private readonly connection: Connection) {}

  /** The rows of documents that match an expression of FTS5, the latest first. */
  latest(index: SearchIndex, expression: string, limit: number): number[] {
    const [rows] = this.of(index).get(expression, limit) ?? [];
    return rows == null ? [] : rows.split(",").map(Number);
  }

  /** All rows in one text, which costs half of what as many rows cost. */
  private of(index: SearchIndex): Statement<[string | null]> {
    const known = this.statements.get(index.id);
    if (known !== undefined) return known;
    const table = tableOf(index);
    const made = this.connection.prepare<[string | null]>(
      `SELECT group_concat(rowid)
       FROM (SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    );
    this.statements.set(index.id, made);
    return made;
  }
}

interface WriteStatements {
  insert: Statement<never>;
  delete: Statement<never>;
}

export class SearchWriter {
  private readonly statements = new Map<number, WriteStatements>();

  constructor(private readonly connection: Connection) {}

  add(index: SearchIndex, row: number, tokens: string): void {
    this.of(index).insert.run(row, tokens);
  }

  /** The table does not keep the tokens: they have to be those that were added. */
  remove(index: SearchIndex, row: number, tokens: string): void {
    this.of(index).delete.run(row, tokens);
  }

  private of(index: SearchIndex): WriteStatements {
    const known = this.statements.get(index.id);
    if (known !== undefined) return known;
    const made = {
      insert: this.connection.prepare<never>(`INSERT INTO ${tableOf(index)} (rowid, tokens) VALUES (?, ?)`),
      delete: this.connection.prepare<never>(
        `INSERT INTO ${tableOf(index)} (${tableOf(index)}, rowid, tokens) VALUES ('delete', ?, ?)`,
      ),
    };
    this.statements.set(index.id, made);
    return made;
  }
}
