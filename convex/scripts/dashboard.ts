import { textContent } from "../assets/content";
import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";
import { activateOf, createOf, publishOf, removeOf, updateOf } from "../assets/handlers";
import { removeAsset } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listOf("script");
export const get = getOf("script");
export const versions = versionsOf("script");

export const create = memberWrite("work:write", requests.create, createOf("script"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateOf("script"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeOf("script", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishOf("script", textContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateOf("script"));
