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
import { textContent } from "../assets/content";
import { removeAsset } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listEndpointFor("script");
export const get = getEndpointFor("script");
export const create = createEndpointFor<CreateRequest>("script");
export const update = updateEndpointFor<UpdateRequest>("script");
export const remove = removeEndpointFor("script", removeAsset);
export const publish = publishEndpointFor("script", textContent);
export const versions = versionsEndpointFor("script");
export const activate = activateEndpointFor("script");
