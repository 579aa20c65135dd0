import { memberWrite, noBody } from "../dashboard/writes";
import { publicId } from "../lib/publicIds";
import * as handlers from "./handlers";
import * as requests from "./requests";

export const update = memberWrite("settings:manage", requests.update, handlers.update);

export const remove = memberWrite("project:delete", noBody, async (ctx) =>
  handlers.remove(ctx, { type: "user", id: publicId("users", ctx.user._id), name: ctx.user.email }),
);
