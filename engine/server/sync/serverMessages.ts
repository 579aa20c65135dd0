// What the server sends over the socket. Values are spliced in as the texts they already are.
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
  /** Where its page ends, as far as is known: a failure does not take it away. */
  endCursor: string | null;
  requestId: string;
}

export function transitionText(
  start: Version,
  end: Version,
  updated: readonly Sent[],
  removed: readonly number[],
): string {
  // The number of a query that is gone may be that of one that has come.
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

/** Data is left out, not null, when there is none: clients make a ConvexError of whatever is there. */
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

/** A long transition in pieces of at most so many characters, in order. */
export function piecesOf(text: string, transitionId: string, longest: number): string[] {
  const totalParts = Math.ceil(text.length / longest);
  return Array.from({ length: totalParts }, (_, partNumber) => {
    const chunk = text.slice(partNumber * longest, (partNumber + 1) * longest);
    return JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId });
  });
}

function versionText({ querySet, identity, ts }: Version): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;
}
