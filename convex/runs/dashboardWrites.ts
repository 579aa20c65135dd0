import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const start = memberWrite("work:write", requests.start, handlers.startFrom("dashboard"));

export const pause = memberWrite("work:write", requests.one, handlers.pause);

export const resume = memberWrite("work:write", requests.one, handlers.resume);

export const cancel = memberWrite("work:write", requests.one, handlers.cancel);

export const restart = memberWrite("work:write", requests.one, handlers.restart);

export const stopGracefully = memberWrite("work:write", requests.one, handlers.stopGracefully);

export const rename = memberWrite("work:write", requests.rename, handlers.rename);

export const discard = memberWrite("work:write", requests.one, handlers.discard);

export const restore = memberWrite("work:write", requests.one, handlers.restore);

export const purge = memberWrite("work:write", requests.one, handlers.purge);

export const discardMany = memberWrite("work:write", requests.bulkDelete, handlers.discardMany);
