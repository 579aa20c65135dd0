import { internal } from "../_generated/api";
import { operationsOf } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.messages;
const requests = () => import("./requests");
const { ask, tell } = operationsOf(requests);

export const operations: Operation[] = [
  tell("message.store", "store", callbacks.store),
  tell("message.streamCreate", "streamCreate", callbacks.streamCreate),
  tell("message.streamAppend", "streamAppend", callbacks.streamAppend),
  tell("message.streamFinalize", "streamFinalize", callbacks.streamFinalize),
  ask("message.listBySandbox", "listBySandbox", callbacks.listBySandbox),
];
