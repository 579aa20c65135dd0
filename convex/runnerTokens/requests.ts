import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { futureTime } from "../apiKeys/requests";
import { jobKinds } from "../jobs/schema";
import { trimmedText } from "../lib/fields";

export const list = pageOnly;

/** Without `kinds`, the token's holder may claim jobs of all kinds. */
export const generate = () =>
  z.strictObject({
    name: trimmedText(100),
    kinds: z.optional(z.nullable(z.array(z.enum(jobKinds)).check(z.minLength(1), z.maxLength(100)))),
    expiresAt: z.optional(z.nullable(futureTime())),
  });

export type TokenRequest = z.infer<ReturnType<typeof generate>>;

export type PreparedToken = {
  name: string;
  kinds: string[] | undefined;
  expiresAtMs: number | undefined;
  hash: string;
  prefix: string;
};

export const revoke = () => z.strictObject({ tokenId: z.string().check(z.minLength(1)) });

export type Revocation = z.infer<ReturnType<typeof revoke>>;
