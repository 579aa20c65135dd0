import { MessageTooLargeError, RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentProcess } from "../process/agentProcess";
import { exitText } from "../process/agentProcess";
import { IsolationError } from "../isolation/contract";
import { truncate } from "../../text/truncate";
import { textAt } from "./untypedValues";

/** The runner has given up on the agent, for the reason in the message. */
export class AgentAbandonedError extends Error {}

const maxReason = 10_000;
const authRequired = -32_000;
/** How long an agent that closed its output may take to end, so that the reason can name its exit code. */
const exitMs = 500;

/** Says in a sentence why the session failed. */
export async function failureReason(error: unknown, process: AgentProcess | null): Promise<string> {
  if (error instanceof IsolationError || error instanceof AgentAbandonedError) return error.message;
  if (error instanceof RequestError) return requestReason(error);
  if (error instanceof MessageTooLargeError) {
    return `The agent wrote a line of more than ${error.maxMessageBytes} bytes.`;
  }
  if (process === null) return `The agent could not be started: ${textOf(error)}`;
  const late = new Promise<null>((resolve) => setTimeout(resolve, exitMs, null));
  const exit = await Promise.race([process.exited, late]);
  const what = exit === null ? "closed its output" : exitText(exit);
  return `The agent ${what} before it was done.${lastWords(process)}`;
}

function requestReason({ code, message, data }: RequestError): string {
  const details = textAt(data, "details") ?? textAt(data, "message");
  const all = truncate(details === null || details === message ? message : `${message} (${details})`, maxReason);
  return code === authRequired
    ? `The agent is not signed in with its provider: ${all.replace(/\.$/, "")}. Sign in as the user of the runner, or pass the agent its key.`
    : `The agent answered with an error: ${all}`;
}

function lastWords({ errorText }: AgentProcess): string {
  return errorText === "" ? "" : ` It wrote last:\n${errorText}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
