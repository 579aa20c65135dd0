import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";
import { activateOf, createOf, removeOf, updateOf } from "../assets/handlers";
import { discardContext } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listOf("context");
export const get = getOf("context");
export const versions = versionsOf("context");

export const create = memberWrite("work:write", requests.create, createOf("context"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateOf("context"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeOf("context", discardContext));

export const activate = memberWriteAt("work:write", ["id"], activation, activateOf("context"));
