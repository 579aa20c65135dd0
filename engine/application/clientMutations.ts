// Mutations that clients number, so that one that is sent again, since its answer was lost, is not run again: what came of
// it is written down in its own transaction, and kept for longer than a client would go on trying.
import type { MutationTransaction } from "../database/mutationTransaction";
import type { ClientMutation } from "./contract";

const keptMs = 14 * 24 * 60 * 60 * 1000;

type Key = Pick<ClientMutation, "sessionId" | "requestNumber">;

export interface KeptAnswer {
  value: string;
  logLines: string[];
  ts: bigint;
}

export function findAnswer(transaction: MutationTransaction, { sessionId, requestNumber }: Key): KeptAnswer | null {
  const row = transaction.sql
    .prepare<[string, string, string]>(
      "SELECT value, log_lines, ts FROM client_mutations WHERE session = ? AND request = ?",
    )
    .get(sessionId, requestNumber);
  if (row === undefined) return null;
  const [value, logLines, ts] = row;
  return { value, logLines: JSON.parse(logLines) as string[], ts: BigInt(ts) };
}

export function keepAnswer(
  transaction: MutationTransaction,
  { sessionId, requestNumber }: Key,
  { value, logLines, ts }: KeptAnswer,
  now: number,
): void {
  transaction.sql
    .prepare("INSERT INTO client_mutations VALUES (?, ?, ?, ?, ?, ?)")
    .run(sessionId, requestNumber, now, String(ts), value, JSON.stringify(logLines));
}

/** Returns how many went, `limit` at the most. */
export function dropOldAnswers(transaction: MutationTransaction, now: number, limit: number): number {
  const { changes } = transaction.sql
    .prepare(
      "DELETE FROM client_mutations WHERE (session, request) IN " +
        "(SELECT session, request FROM client_mutations WHERE at < ? ORDER BY at LIMIT ?)",
    )
    .run(now - keptMs, limit);
  return changes;
}
