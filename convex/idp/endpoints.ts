import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { accountOfMessage } from "../callers/accounts";
import { removeUser } from "../users/departure";
import { findDeletedUser, keepCurrent } from "../users/model";
import { userEvent } from "./events";
import { isFirstReceipt } from "./model";
import { hasDeparted, noteDeparture } from "../users/departed";

/** In one transaction with the note that it has: a message that is repeated changes nothing, one that failed can be. */
export const takeEffect = internalMutation({
  args: { messageId: v.string(), event: userEvent },
  handler: async (ctx, { messageId, event }): Promise<null> => {
    if (!(await isFirstReceipt(ctx, messageId))) return null;
    const account = accountOfMessage(event);
    switch (event.kind) {
      case "present":
        // Messages come in any order: what is told of somebody who is gone is old.
        if (!(await hasDeparted(ctx, event.idpUserId))) {
          const { name, updatedAtMs } = event;
          await keepCurrent(ctx, { account, by: "message", name, updatedAtMs });
        }
        return null;
      case "deleted": {
        await noteDeparture(ctx, event.idpUserId);
        const user = await findDeletedUser(ctx, account);
        if (user !== null) await removeUser(ctx, user);
        return null;
      }
    }
  },
});
