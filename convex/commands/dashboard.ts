import { textContent } from "../assets/content";
import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";
import { activateOf, createOf, publishOf, removeOf, updateOf } from "../assets/handlers";
import { removeAsset } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listOf("command");
export const get = getOf("command");
export const versions = versionsOf("command");

export const create = memberWrite("work:write", requests.create, createOf("command"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateOf("command"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeOf("command", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishOf("command", textContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateOf("command"));
