import { activateOf, createOf, getOf, listOf, removeOf, updateOf, versionsOf } from "../assets/byKind";
import { discardContext } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listOf("context");
export const get = getOf("context");
export const create = createOf<CreateRequest>("context");
export const update = updateOf<UpdateRequest>("context");
export const remove = removeOf("context", discardContext);
export const versions = versionsOf("context");
export const activate = activateOf("context");
