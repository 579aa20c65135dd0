import { filesContent } from "../assets/content";
import { getQueryFor, listQueryFor, versionsQueryFor } from "../assets/dashboardByKind";
import {
  activateHandlerFor,
  createHandlerFor,
  publishHandlerFor,
  removeHandlerFor,
  updateHandlerFor,
} from "../assets/handlers";
import { removeAsset } from "../assets/removal";
import { activation } from "../assets/requests";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as requests from "./requests";

export const list = listQueryFor("skill");
export const get = getQueryFor("skill");
export const versions = versionsQueryFor("skill");

export const create = memberWrite("work:write", requests.create, createHandlerFor("skill"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateHandlerFor("skill"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeHandlerFor("skill", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishHandlerFor("skill", filesContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateHandlerFor("skill"));
