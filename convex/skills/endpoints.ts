import {
  activateEndpointFor,
  createEndpointFor,
  getEndpointFor,
  listEndpointFor,
  publishEndpointFor,
  removeEndpointFor,
  updateEndpointFor,
  versionsEndpointFor,
} from "../assets/byKind";
import { filesContent } from "../assets/content";
import { removeAsset } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listEndpointFor("skill");
export const get = getEndpointFor("skill");
export const create = createEndpointFor<CreateRequest>("skill");
export const update = updateEndpointFor<UpdateRequest>("skill");
export const remove = removeEndpointFor("skill", removeAsset);
export const publish = publishEndpointFor("skill", filesContent);
export const versions = versionsEndpointFor("skill");
export const activate = activateEndpointFor("skill");
