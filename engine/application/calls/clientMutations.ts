// Mutations that clients number. A client that lost the answer sends the mutation again, and it must not run twice. So
// the answer is stored in the mutation's own transaction, for longer than a client would keep trying.
import { textOf } from "../../value/json";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { identityOf, RequestError, type ClientMutation } from "../contract";

const storedMs = 14 * 24 * 60 * 60 * 1000;

type Key = Pick<ClientMutation, "sessionId" | "requestNumber" | "caller" | "path">;

export interface StoredAnswer {
  value: string;
  logLines: string[];
  ts: bigint;
}

/**
 * Throws RequestError when another caller used the number, or the same caller used it for another function. An answer
 * is only for the caller that asked, even if others know the session's id. A caller that was anonymous may have signed
 * in since then.
 */
export function findAnswer(transaction: MutationTransaction, key: Key): StoredAnswer | null {
  const row = transaction.sql
    .prepare<[string, string, string, string]>(
      "SELECT value, log_lines, ts, caller FROM client_mutations WHERE session = ? AND request = ?",
    )
    .get(key.sessionId, key.requestNumber);
  if (row === undefined) return null;
  const [value, logLines, ts, caller] = row;
  if (caller !== callerText(key) && caller !== JSON.stringify([null, key.path])) {
    throw new RequestError(400, "MutationNumberUsed", "This number of the session was used for another mutation.");
  }
  return { value, logLines: JSON.parse(logLines) as string[], ts: BigInt(ts) };
}

export function storeAnswer(
  transaction: MutationTransaction,
  key: Key,
  { value, logLines, ts }: StoredAnswer,
  now: number,
): void {
  transaction.sql
    .prepare(
      "INSERT INTO client_mutations (session, request, at, ts, value, log_lines, caller) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .run(key.sessionId, key.requestNumber, now, String(ts), value, JSON.stringify(logLines), callerText(key));
}

/** The caller and the function as text. A renewed token belongs to the same person. */
function callerText({ caller, path }: Key): string {
  const identity = identityOf(caller);
  const who = identity === null ? null : textOf(identity["tokenIdentifier"] ?? "");
  return JSON.stringify([caller.kind === "admin" ? `admin ${who ?? ""}` : who, path]);
}

/** Returns how many answers were deleted, at most `limit`. */
export function dropOldAnswers(transaction: MutationTransaction, now: number, limit: number): number {
  const { changes } = transaction.sql
    .prepare(
      "DELETE FROM client_mutations WHERE (session, request) IN " +
        "(SELECT session, request FROM client_mutations WHERE at < ? ORDER BY at LIMIT ?)",
    )
    .run(now - storedMs, limit);
  return changes;
}
