import { filesContent } from "../assets/content";
import { getOf, listOf, versionsOf } from "../assets/dashboardByKind";
import { activateOf, createOf, publishOf, removeOf, updateOf } from "../assets/handlers";
import { removeAsset } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listOf("skill");
export const get = getOf("skill");
export const versions = versionsOf("skill");

export const create = memberWrite("work:write", requests.create, createOf("skill"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateOf("skill"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeOf("skill", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishOf("skill", filesContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateOf("skill"));
