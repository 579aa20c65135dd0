// A module in a folder: its functions are `folder/nested:name`.
import { internalQueryGeneric as internalQuery, queryGeneric as query } from "convex/server";

export const where = query({ args: {}, handler: () => "folder/nested" });
export const hidden = internalQuery({ args: {}, handler: () => "hidden in a folder" });
/** Not a function of the deployment: it carries no mark. */
export const plain = () => "plain";
