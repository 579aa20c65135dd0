import {
  activateEndpointFor,
  createEndpointFor,
  getEndpointFor,
  listEndpointFor,
  removeEndpointFor,
  updateEndpointFor,
  versionsEndpointFor,
} from "../assets/byKind";
import { discardContext } from "../assets/removal";
import type { CreateRequest, UpdateRequest } from "./requests";

export const list = listEndpointFor("context");
export const get = getEndpointFor("context");
export const create = createEndpointFor<CreateRequest>("context");
export const update = updateEndpointFor<UpdateRequest>("context");
export const remove = removeEndpointFor("context", discardContext);
export const versions = versionsEndpointFor("context");
export const activate = activateEndpointFor("context");
