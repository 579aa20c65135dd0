// What requests to the endpoints of notifications may say.
import * as z from "zod/mini";
import { pageParameters, someText } from "../api/parameters";
import { pageBounds } from "../api/pagination";

export const list = () =>
  z.strictObject({ filter: z.optional(z.enum(["unread", "all"])), ...pageParameters(pageBounds.notifications) });

export const one = () => z.strictObject({ notificationId: someText() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
