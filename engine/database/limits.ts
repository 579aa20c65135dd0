// The limits for one function, with Convex's codes and texts. An app that works here therefore stays within Convex's
// limits too.
import { FunctionError } from "../value/functionError";

const mebibyte = 1024 * 1024;

export const limits = {
  documentsRead: 32_000,
  bytesRead: 16 * mebibyte,
  databaseQueries: 4_096,
  documentsWritten: 16_000,
  bytesWritten: 16 * mebibyte,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * mebibyte,
  argumentBytes: 16 * mebibyte,
  returnBytes: 16 * mebibyte,
  queryOperators: 256,
  /** How deep calls within a transaction may be. */
  callDepth: 8,
  /** How deep actions may call actions. Each one that waits holds a context. Convex has no such limit. */
  actionDepth: 64,
  pageSize: 32_000,
} as const;

export type MeteredResource =
  | "documentsRead"
  | "bytesRead"
  | "databaseQueries"
  | "documentsWritten"
  | "bytesWritten"
  | "functionsScheduled"
  | "scheduledFunctionArgsBytes";

const smallerReads =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
const smallerWrites = "Split your writes across multiple mutations.";

const exceeded: Record<MeteredResource, { code: string; text: (limit: number) => string }> = {
  documentsRead: {
    code: "TooManyDocumentsRead",
    text: (limit) => `Too many documents read in a single function execution (limit: ${limit}). ${smallerReads}`,
  },
  bytesRead: {
    code: "TooManyBytesRead",
    text: (limit) => `Too many bytes read in a single function execution (limit: ${limit} bytes). ${smallerReads}`,
  },
  databaseQueries: {
    code: "TooManyReads",
    text: (limit) =>
      `Too many reads in a single function execution (limit: ${limit}). Consider using fewer calls to \`db.get\` and \`db.query\`.`,
  },
  documentsWritten: {
    code: "TooManyWrites",
    text: (limit) => `Too many writes in a single function execution (limit: ${limit}). ${smallerWrites}`,
  },
  bytesWritten: {
    code: "TooManyBytesWritten",
    text: (limit) => `Too many bytes written in a single function execution (limit: ${limit} bytes). ${smallerWrites}`,
  },
  functionsScheduled: {
    code: "TooManyFunctionsScheduled",
    text: (limit) => `Too many functions scheduled by this mutation (limit: ${limit})`,
  },
  scheduledFunctionArgsBytes: {
    code: "ScheduledFunctionsArgumentsTooLarge",
    text: (limit) =>
      `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes)`,
  },
};

/** Counts what a function and its nested calls use. It throws when they use more than the limits allow. */
export class Usage {
  private readonly used: Record<MeteredResource, number> = {
    documentsRead: 0,
    bytesRead: 0,
    databaseQueries: 0,
    documentsWritten: 0,
    bytesWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
  private bounds: Readonly<Record<MeteredResource, number>> = limits;

  add(resource: MeteredResource, amount: number): void {
    const used = (this.used[resource] += amount);
    const limit = this.bounds[resource];
    if (used > limit) throw new FunctionError(exceeded[resource].code, exceeded[resource].text(limit));
  }

  get(resource: MeteredResource): number {
    return this.used[resource];
  }

  remaining(resource: MeteredResource): number {
    return Math.max(0, this.bounds[resource] - this.used[resource]);
  }

  /**
   * Limits what a nested call may use in addition to what is already used. The bounds never become wider. Returns a
   * function that restores the previous bounds.
   */
  narrow(allowed: Partial<Record<MeteredResource, number>>): () => void {
    const before = this.bounds;
    const narrowed: Record<MeteredResource, number> = { ...before };
    for (const resource of Object.keys(exceeded) as MeteredResource[]) {
      const allowance = allowed[resource];
      if (allowance !== undefined) {
        narrowed[resource] = Math.min(before[resource], this.used[resource] + allowance);
      }
    }
    this.bounds = narrowed;
    return () => {
      this.bounds = before;
    };
  }

  /**
   * Remembers the counts of writes and scheduled functions for a savepoint. Returns a function that restores them
   * after a rollback; reads stay counted.
   */
  markWrites(): () => void {
    const { documentsWritten, bytesWritten, functionsScheduled, scheduledFunctionArgsBytes } = this.used;
    return () => {
      Object.assign(this.used, { documentsWritten, bytesWritten, functionsScheduled, scheduledFunctionArgsBytes });
    };
  }

  /** Returns the counts in the form of the answer to `1.0/getTransactionMetrics`. */
  metrics(): Record<MeteredResource, { used: number; remaining: number }> {
    const of = (resource: MeteredResource) => ({ used: this.used[resource], remaining: this.remaining(resource) });
    return {
      bytesRead: of("bytesRead"),
      bytesWritten: of("bytesWritten"),
      databaseQueries: of("databaseQueries"),
      documentsRead: of("documentsRead"),
      documentsWritten: of("documentsWritten"),
      functionsScheduled: of("functionsScheduled"),
      scheduledFunctionArgsBytes: of("scheduledFunctionArgsBytes"),
    };
  }
}
