// Reads the rows of a CSV file (RFC 4180). The first row names the fields, and every cell is a number or a text.
import type { Json, JsonObject } from "../../value/json";
import { ImportError } from "./importError";
import type { Row } from "./importedTables";

const maxRowLength = 8 * 1024 * 1024;
const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  let fields: string[] | null = null;
  let number = 0;
  for await (const cells of records(chunks)) {
    if (fields === null) {
      fields = cells.map((cell) => cell.trim());
      checkHeader(fields);
      continue;
    }
    number++;
    yield { number, value: rowValue(fields, cells, number) };
  }
  if (fields === null) throw new ImportError("The CSV file has no header.");
}

function checkHeader(fields: string[]): void {
  const double = fields.find((field, at) => fields.indexOf(field) !== at);
  if (double !== undefined) throw new ImportError(`The CSV header names "${double}" twice.`);
}

function rowValue(fields: string[], cells: string[], number: number): JsonObject {
  if (cells.length !== fields.length) {
    throw new ImportError(`CSV row ${number} has ${cells.length} fields, the header has ${fields.length}.`);
  }
  return Object.fromEntries(fields.map((field, at): [string, Json] => [field, cellValue(cells[at] ?? "")]));
}

function cellValue(cell: string): Json {
  const number = numberPattern.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(number) ? number : cell;
}

type State = "start" | "plain" | "quoted" | "quoteInQuoted";

async function* records(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const reader = new RecordReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const text = (bytes: Buffer | undefined): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new ImportError("The CSV file is not UTF-8 text.");
    }
  };
  for await (const chunk of chunks) yield* reader.read(text(chunk));
  yield* reader.read(text(undefined));
  yield* reader.end();
}

class RecordReader {
  private state: State = "start";
  private cells: string[] = [];
  private cell = "";
  private length = 0;
  private count = 0;

  *read(text: string): Generator<string[]> {
    for (const character of text) {
      if (++this.length > maxRowLength)
        throw new ImportError(`CSV row ${this.count} is longer than a document can be.`);
      if (this.take(character)) yield* this.endRecord();
    }
  }

  *end(): Generator<string[]> {
    if (this.state === "quoted") throw new ImportError(`CSV row ${this.count} ends inside quotes.`);
    yield* this.endRecord();
  }

  /** Reads one character of a CSV file. Returns true at the end of a record. */
  private take(character: string): boolean {
    if (this.state === "quoted") {
      if (character === '"') this.state = "quoteInQuoted";
      else this.cell += character;
      return false;
    }
    switch (character) {
      case ",":
        this.endCell();
        return false;
      case "\n":
        return true;
      case "\r":
        return false;
      case '"':
        if (this.state === "quoteInQuoted") this.cell += '"';
        if (this.state !== "plain") {
          this.state = "quoted";
          return false;
        }
    }
    this.cell += character;
    this.state = "plain";
    return false;
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = "";
    this.state = "start";
  }

  /** An empty line does not count as a record. */
  private *endRecord(): Generator<string[]> {
    const isEmpty = this.cells.length === 0 && this.cell === "" && this.state === "start";
    this.endCell();
    const cells = this.cells;
    this.cells = [];
    this.length = 0;
    if (isEmpty) return;
    yield cells;
    this.count++;
  }
}
