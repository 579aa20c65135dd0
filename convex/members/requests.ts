import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { memberRoles } from "../callers/roles";

export const list = pageOnly;

const role = () => z.enum(memberRoles);
const targetUserId = () => z.string().check(z.minLength(1));

export const invite = () => z.strictObject({ email: emailAddress(), role: role() });

/** Addresses are stored in lower case. Longer ones cannot receive mail (RFC 5321). */
const emailAddress = () =>
  z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"));

export const remove = () => z.strictObject({ targetUserId: targetUserId() });

export const updateRole = () => z.strictObject({ targetUserId: targetUserId(), role: role() });

export type InviteRequest = z.infer<ReturnType<typeof invite>>;
export type RemoveRequest = z.infer<ReturnType<typeof remove>>;
export type RoleRequest = z.infer<ReturnType<typeof updateRole>>;
