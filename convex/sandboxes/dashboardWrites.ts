import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const sendMessage = memberWrite("work:write", requests.sendMessage, handlers.sendMessage);

export const startDevServer = memberWrite("work:write", requests.one, handlers.startDevServer);

export const remove = memberWrite("work:write", requests.one, handlers.remove);
