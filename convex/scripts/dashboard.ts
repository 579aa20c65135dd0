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

export const list = listQueryFor("script");
export const get = getQueryFor("script");
export const versions = versionsQueryFor("script");

export const create = memberWrite("work:write", requests.create, createHandlerFor("script"));

export const update = memberWriteAt("work:write", ["id"], requests.update, updateHandlerFor("script"));

export const remove = memberWriteAt("work:write", ["id"], noBody, removeHandlerFor("script", removeAsset));

export const publish = memberWriteAt("work:write", ["id"], requests.publish, publishHandlerFor("script", textContent));

export const activate = memberWriteAt("work:write", ["id"], activation, activateHandlerFor("script"));
