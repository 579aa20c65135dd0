import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { accountOfMessage } from "../callers/accounts";
import { hasDeparted, recordDeparture, removeUser } from "../users/departure";
import { findUserDeletedByProvider, updateFromAccount } from "../users/model";
import { userEvent } from "./events";
import { isFirstReceipt } from "./model";

/** A message's id is recorded with its effect: a repetition changes nothing, and a failed message can be repeated. */
export const applyEvent = internalMutation({
  args: { messageId: v.string(), event: userEvent },
  handler: async (ctx, { messageId, event }): Promise<null> => {
    if (!(await isFirstReceipt(ctx, messageId))) return null;
    const account = accountOfMessage(event);
    switch (event.kind) {
      case "present":
        // Messages come in any order. A message about a user who was deleted is older than the deletion.
        if (!(await hasDeparted(ctx, event.idpUserId))) {
          const { name, updatedAtMs } = event;
          await updateFromAccount(ctx, { account, by: "message", name, updatedAtMs });
        }
        return null;
      case "deleted": {
        await recordDeparture(ctx, event.idpUserId);
        const user = await findUserDeletedByProvider(ctx, account);
        if (user !== null) await removeUser(ctx, user);
        return null;
      }
    }
  },
});
