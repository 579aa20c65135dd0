import { internal } from "../_generated/api";
import { ask, tell } from "../callback/rows";
import type { Operation } from "../callback/rows";

const { callbacks } = internal.messages;
const requests = () => import("./callbackRequests");

export const operations: Operation[] = [
  tell("message.store", async () => (await requests()).store(), callbacks.store),
  tell("message.streamCreate", async () => (await requests()).streamCreate(), callbacks.streamCreate),
  tell("message.streamAppend", async () => (await requests()).streamAppend(), callbacks.streamAppend),
  tell("message.streamFinalize", async () => (await requests()).streamFinalize(), callbacks.streamFinalize),
  ask("message.listBySandbox", async () => (await requests()).listBySandbox(), callbacks.listBySandbox),
];
