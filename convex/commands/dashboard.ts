import { textContent } from "../assets/content";
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

export const list = listQueryFor("command");
export const get = getQueryFor("command");
export const versions = versionsQueryFor("command");

export const create = memberWrite("work:write", requests.create, createHandlerFor("command"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateHandlerFor("command"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeHandlerFor("command", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishHandlerFor("command", textContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateHandlerFor("command"));
