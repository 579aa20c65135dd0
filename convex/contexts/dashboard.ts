import { getQueryFor, listQueryFor, versionsQueryFor } from "../assets/dashboardByKind";
import { activateHandlerFor, createHandlerFor, removeHandlerFor, updateHandlerFor } from "../assets/handlers";
import { discardContext } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listQueryFor("context");
export const get = getQueryFor("context");
export const versions = versionsQueryFor("context");

export const create = memberWrite("work:write", requests.create, createHandlerFor("context"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateHandlerFor("context"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeHandlerFor("context", discardContext));

export const activate = memberWriteAt("work:write", ["id"], activation, activateHandlerFor("context"));
