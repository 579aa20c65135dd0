// What functions see of the world outside. If a query reads the clock or draws randomness, its result is valid only for
// that moment.
import { QueryTransaction, type Transaction } from "../../database/transaction";
import type { LogLine, RunEnvironment, SyscallHost } from "../../runtime/contract";
import type { Deadline } from "../../runtime/deadline";
import type { Component } from "../deployment/deployment";
import type { CallContext } from "../syscalls/scope";

export class TransactionEnvironment implements RunEnvironment {
  readonly deadline = null;

  constructor(
    readonly host: SyscallHost,
    private readonly transaction: Transaction,
    private readonly start: { now: number; seed: Uint8Array },
    private readonly component: Component,
    private readonly context: CallContext,
  ) {}

  /** A mutation that waits has the writer to itself meanwhile, so that all other mutations would wait in its lane. */
  get lane(): string {
    return this.transaction instanceof QueryTransaction ? laneOf(this.context) : laneOfMutations;
  }

  get now(): number {
    this.transaction.isNondeterministic = true;
    return this.start.now;
  }

  get seed(): Uint8Array {
    this.transaction.isNondeterministic = true;
    return this.start.seed;
  }

  readEnv(name: string): string | undefined {
    return this.component.readEnv(name);
  }

  log(line: LogLine): void {
    this.context.lines.push(line);
  }
}

export class ActionEnvironment implements RunEnvironment {
  /** Actions have true randomness, so the runtime never uses this seed. */
  readonly seed = noSeed;

  constructor(
    readonly host: SyscallHost,
    readonly now: number,
    readonly deadline: Deadline,
    private readonly component: Component,
    private readonly context: CallContext,
  ) {}

  get lane(): string {
    return laneOf(this.context);
  }

  readEnv(name: string): string | undefined {
    return this.component.readEnv(name);
  }

  log(line: LogLine): void {
    this.context.lines.push(line);
  }
}

const laneOfMutations = "mutations";

function laneOf({ client }: CallContext): string {
  return client.ip ?? "";
}

const noSeed = new Uint8Array(32);
