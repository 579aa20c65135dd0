import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const compile = memberWrite("work:write", requests.compile, handlers.compile);

export const activate = memberWrite("work:write", requests.one, handlers.activate);

export const deactivate = memberWrite("work:write", requests.one, handlers.deactivate);
