import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { invalid } from "../api/errors";

/** Longer addresses cannot be delivered to (RFC 5321). */
const emailLengthMax = 254;

/** The user with this address, whatever its case; a new one where there is none. `field` is named when it is no address. */
export async function ensureUser(ctx: MutationCtx, address: string, field: string): Promise<Id<"users">> {
  const email = address.trim().toLowerCase();
  if (email.length > emailLengthMax || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(field, `${field} is not an e-mail address.`);
  }
  const user = await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
  return user?._id ?? (await ctx.db.insert("users", { email }));
}
