// The messages that the server sends over the socket. Values are already JSON texts, and are inserted as they are.
import type { MutationResult, FunctionResult, QueryResult } from "../../application/contract";
import { errorText } from "../functionRequest";
import { encodeTimestamp } from "../timestamp";

export interface Version {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

export interface Sent {
  queryId: number;
  result: QueryResult;
  /** Where the query's page last ended, if known. A failure does not clear it. */
  endCursor: string | null;
  requestId: string;
}

export function transitionText(
  start: Version,
  end: Version,
  updated: readonly Sent[],
  removed: readonly number[],
): string {
  // Removals come first, because a new query may have the number of a removed one.
  const modifications = [
    ...removed.map((queryId) => `{"type":"QueryRemoved","queryId":${queryId}}`),
    ...updated.map(modificationText),
  ];
  return `{"type":"Transition","startVersion":${versionText(start)},"endVersion":${versionText(end)},"modifications":[${modifications.join(",")}]}`;
}

function modificationText({ queryId, result, endCursor, requestId }: Sent): string {
  const { outcome, logLines } = result;
  const rest = `"queryId":${queryId},"logLines":${JSON.stringify(logLines)},"journal":${JSON.stringify(endCursor)}`;
  switch (outcome.kind) {
    case "success":
      return `{"type":"QueryUpdated",${rest},"value":${outcome.value}}`;
    case "error":
      return `{"type":"QueryFailed",${rest},${failureText("errorMessage", outcome, requestId)}}`;
  }
}

export function mutationText(requestId: number, result: MutationResult, errorId: string): string {
  const start = `{"type":"MutationResponse","requestId":${requestId},"logLines":${JSON.stringify(result.logLines)}`;
  if (result.kind === "error") return `${start},"success":false,${failureText("result", result, errorId)}}`;
  return `${start},"success":true,"result":${result.value},"ts":"${encodeTimestamp(result.ts)}"}`;
}

export function actionText(requestId: number, result: FunctionResult, errorId: string): string {
  const start = `{"type":"ActionResponse","requestId":${requestId},"logLines":${JSON.stringify(result.logLines)}`;
  if (result.kind === "error") return `${start},"success":false,${failureText("result", result, errorId)}}`;
  return `${start},"success":true,"result":${JSON.stringify(result.value)}}`;
}

/**
 * When there is no data, the field is left out and not null, because clients make a ConvexError whenever it is there.
 */
function failureText(
  name: "errorMessage" | "result",
  { message, data }: { message: string; data: unknown },
  requestId: string,
): string {
  const text = `"${name}":${JSON.stringify(errorText(message, requestId))}`;
  return data === undefined ? text : `${text},"errorData":${JSON.stringify(data)}`;
}

export function authErrorText(error: string, baseVersion: number, authUpdateAttempted: boolean): string {
  return JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted });
}

export function fatalErrorText(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}

export const pingText = '{"type":"Ping"}';

/** Splits a long transition into messages whose pieces have at most `longest` characters, in order. */
export function splitTransition(text: string, transitionId: string, longest: number): string[] {
  const totalParts = Math.ceil(text.length / longest);
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const chunk = text.slice(partNumber * longest, (partNumber + 1) * longest);
    return JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}

function versionText({ querySet, identity, ts }: Version): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;
}
