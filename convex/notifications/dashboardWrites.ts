import { memberWrite, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const markRead = memberWrite("project:read", requests.one, handlers.markRead);

export const markAll = memberWrite("project:read", noBody, handlers.markAll);

export const dismiss = memberWrite("project:read", requests.one, handlers.dismiss);
