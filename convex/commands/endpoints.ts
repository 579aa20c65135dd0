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

export const list = listEndpointFor("command");
export const get = getEndpointFor("command");
export const create = createEndpointFor<CreateRequest>("command");
export const update = updateEndpointFor<UpdateRequest>("command");
export const remove = removeEndpointFor("command", removeAsset);
export const publish = publishEndpointFor("command", textContent);
export const versions = versionsEndpointFor("command");
export const activate = activateEndpointFor("command");
