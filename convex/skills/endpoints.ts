import { activateOf, createOf, getOf, listOf, publishOf, removeOf, updateOf, versionsOf } from "../assets/byKind";
import { filesContent } from "../assets/content";
import { removeAsset } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listOf("skill");
export const get = getOf("skill");
export const create = createOf<CreateRequest>("skill");
export const update = updateOf<UpdateRequest>("skill");
export const remove = removeOf("skill", removeAsset);
export const publish = publishOf("skill", filesContent);
export const versions = versionsOf("skill");
export const activate = activateOf("skill");
