// Reads an event from a message. Separate from the type of events, so that transactions do not load zod. Pure.
import * as z from "zod/mini";
import { checkShape } from "../lib/untrusted";
import type { UserEvent } from "./events";

// Only the fields that we use are checked, because providers add fields at any time.
const id = z.string().check(z.minLength(1));
const optionalText = z.optional(z.nullable(z.string()));
const verification = z.optional(z.nullable(z.object({ status: optionalText })));
const addresses = z.array(z.object({ id: z.string(), email_address: z.string(), verification }));
const message = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()), object: z.literal("event") });
const presentUser = z.object({
  id,
  email_addresses: addresses,
  primary_email_address_id: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  // Epoch milliseconds. A value in another form is ignored.
  updated_at: z.optional(z.unknown()),
});
// Many providers send only the id of a deleted user.
const deletedUser = z.object({
  id,
  email_addresses: z.optional(z.nullable(addresses)),
  primary_email_address_id: optionalText,
});

/** Null for events of a type that has no effect here. Throws VALIDATION when the body has another shape. */
export function readUserEvent(body: unknown): UserEvent | null {
  const { type, data } = checkShape(message, body);
  switch (type) {
    case "user.created":
    case "user.updated": {
      const user = checkShape(presentUser, data, ["data"]);
      const updatedAtMs = typeof user.updated_at === "number" ? user.updated_at : null;
      return { kind: "present", idpUserId: user.id, email: primaryAddress(user), name: fullName(user), updatedAtMs };
    }
    case "user.deleted": {
      const user = checkShape(deletedUser, data, ["data"]);
      return { kind: "deleted", idpUserId: user.id, email: primaryAddress(user) };
    }
    default:
      return null;
  }
}

function primaryAddress(user: z.infer<typeof deletedUser>): string | null {
  const given = user.email_addresses ?? [];
  const primary = given.find((address) => address.id === user.primary_email_address_id) ?? given[0];
  if (primary === undefined || isUnproved(primary)) return null;
  return primary.email_address.trim().toLowerCase() || null;
}

/** An address that is not verified is ignored, because anybody can enter another person's address. */
function isUnproved({ verification }: z.infer<typeof addresses>[number]): boolean {
  const status = verification?.status;
  return status != null && status !== "verified";
}

function fullName(user: z.infer<typeof presentUser>): string | null {
  const names = [user.first_name, user.last_name].map((name) => name?.trim() ?? "");
  return names.filter((name) => name !== "").join(" ") || null;
}
