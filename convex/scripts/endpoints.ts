import { activateOf, createOf, getOf, listOf, publishOf, removeOf, updateOf, versionsOf } from "../assets/byKind";
import { textContent } from "../assets/content";
import { removeAsset } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listOf("script");
export const get = getOf("script");
export const create = createOf<CreateRequest>("script");
export const update = updateOf<UpdateRequest>("script");
export const remove = removeOf("script", removeAsset);
export const publish = publishOf("script", textContent);
export const versions = versionsOf("script");
export const activate = activateOf("script");
