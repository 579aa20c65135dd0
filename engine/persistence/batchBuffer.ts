// Writes a batch for the thread that commits it: statements and their parameters, one after another (see
// commitThread.ts). A statement's text is in the first batch that runs it, and in the first one after a failure.
import { memoryLimits } from "../memoryLimits";
import type { SqlValue } from "./connection";
import { marks } from "./commitThread";

const firstBytes = 256 * 1024;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const bytesPerUnit = 3;

/** What statements can be prepared on: a connection, or a batch that another thread will run. */
export interface StatementSource {
  prepare(sql: string): WriteStatement;
}

export interface WriteStatement {
  run(...parameters: SqlValue[]): unknown;
}

export class BatchBuffer implements StatementSource {
  private memory = new SharedArrayBuffer(firstBytes);
  private bytes = Buffer.from(this.memory);
  private view = new DataView(this.memory);
  private length = 0;
  private statements = 0;
  private failures = 0;

  prepare(sql: string): WriteStatement {
    let number = 0;
    let knownIn: number | null = null;
    const run = (...parameters: SqlValue[]): void => {
      if (knownIn !== this.failures) number = this.writeStatement(sql);
      knownIn = this.failures;
      this.writeRun(number, parameters);
    };
    return { run };
  }

  /** The thread has forgotten all statements, because a batch failed. */
  discard(): void {
    this.failures++;
    this.statements = 0;
    this.length = 0;
  }

  /** Ends the batch. What is written from now on is the next batch. */
  take(): { memory: SharedArrayBuffer; length: number } {
    const { memory, length } = this;
    this.length = 0;
    // A large batch leaves no large memory behind.
    if (memory.byteLength > memoryLimits.batchBuffer) this.use(new SharedArrayBuffer(firstBytes));
    return { memory, length };
  }

  private writeStatement(sql: string): number {
    this.reserve(5 + sql.length * bytesPerUnit);
    this.bytes[this.length++] = marks.statement;
    this.writeText(sql);
    return this.statements++;
  }

  private writeRun(statement: number, parameters: readonly SqlValue[]): void {
    this.reserve(9);
    this.bytes[this.length] = marks.run;
    this.view.setUint32(this.length + 1, statement, true);
    this.view.setUint32(this.length + 5, parameters.length, true);
    this.length += 9;
    for (const parameter of parameters) this.writeParameter(parameter);
  }

  private writeParameter(parameter: SqlValue): void {
    if (typeof parameter === "number") {
      this.reserve(9);
      this.bytes[this.length] = marks.number;
      this.view.setFloat64(this.length + 1, parameter, true);
      this.length += 9;
    } else if (typeof parameter === "string") {
      this.reserve(5 + parameter.length * bytesPerUnit);
      this.bytes[this.length++] = marks.text;
      this.writeText(parameter);
    } else if (parameter === null) {
      this.reserve(1);
      this.bytes[this.length++] = marks.null;
    } else {
      this.writeBytes(parameter);
    }
  }

  private writeText(text: string): void {
    const length = this.bytes.write(text, this.length + 4, "utf8");
    this.view.setUint32(this.length, length, true);
    this.length += 4 + length;
  }

  private writeBytes(bytes: Uint8Array): void {
    this.reserve(5 + bytes.length);
    this.bytes[this.length] = marks.bytes;
    this.view.setUint32(this.length + 1, bytes.length, true);
    this.bytes.set(bytes, this.length + 5);
    this.length += 5 + bytes.length;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const written = this.bytes.subarray(0, this.length);
    this.use(new SharedArrayBuffer(Math.max(2 * this.bytes.length, this.length + count)));
    this.bytes.set(written);
  }

  private use(memory: SharedArrayBuffer): void {
    this.memory = memory;
    this.bytes = Buffer.from(memory);
    this.view = new DataView(memory);
  }
}
