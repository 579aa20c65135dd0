import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { isScope, scopeRule } from "../callers/scopes";

export const list = pageOnly;

/** Without `scopes`, a new key gets all that the caller may grant: those of the calling key or of the member's role. */
export const generate = () =>
  z.strictObject({
    name: trimmedText(100),
    scopes: z.optional(
      z.nullable(z.array(z.string().check(z.refine(isScope, scopeRule))).check(z.minLength(1), z.maxLength(100))),
    ),
    expiresAt: z.optional(z.nullable(futureTime())),
  });

export const futureTime = () =>
  z.iso
    .datetime({ offset: true })
    .check(z.refine((text) => Date.parse(text) > Date.now(), "must be a time in the future"));

export type KeyRequest = z.infer<ReturnType<typeof generate>>;

export type PreparedKey = {
  name: string;
  scopes: string[] | undefined;
  expiresAtMs: number | undefined;
  hash: string;
  prefix: string;
};

export const revoke = () => z.strictObject({ keyId: z.string().check(z.minLength(1)) });

export type Revocation = z.infer<ReturnType<typeof revoke>>;
