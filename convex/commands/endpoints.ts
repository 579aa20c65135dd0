import { activateOf, createOf, getOf, listOf, publishOf, removeOf, updateOf, versionsOf } from "../assets/byKind";
import { textContent } from "../assets/content";
import { removeAsset } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listOf("command");
export const get = getOf("command");
export const create = createOf<CreateRequest>("command");
export const update = updateOf<UpdateRequest>("command");
export const remove = removeOf("command", removeAsset);
export const publish = publishOf("command", textContent);
export const versions = versionsOf("command");
export const activate = activateOf("command");
