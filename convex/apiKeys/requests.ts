import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { isScope, presets, scopeRule } from "../callers/scopes";
import type { Preset } from "../callers/scopes";

export const list = pageOnly;

/**
 * Without `scopes` and `preset`, a new key gets all that the caller may grant: those of the calling key or of the
 * member's role. Without `workflowIds` it is bound to the same workflows as the caller.
 */
export const generate = () =>
  z
    .strictObject({
      name: trimmedText(100),
      scopes: z.optional(
        z.nullable(z.array(z.string().check(z.refine(isScope, scopeRule))).check(z.minLength(1), z.maxLength(100))),
      ),
      preset: z.optional(z.nullable(z.enum(presets))),
      workflowIds: z.optional(
        z.nullable(z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(50))),
      ),
      expiresAt: z.optional(z.nullable(futureTime())),
    })
    .check(
      z.refine(({ scopes, preset }) => scopes == null || preset == null, {
        path: ["preset"],
        error: "must not be given together with scopes",
      }),
    );

export const futureTime = () =>
  z.iso
    .datetime({ offset: true })
    .check(z.refine((text) => Date.parse(text) > Date.now(), "must be a time in the future"));

export type KeyRequest = z.infer<ReturnType<typeof generate>>;

/** What is stored of a new secret. */
type SecretDigest = { hash: string; prefix: string };

export type PreparedKey = SecretDigest & {
  name: string;
  scopes: string[] | undefined;
  preset: Preset | undefined;
  workflowIds: string[] | undefined;
  expiresAtMs: number | undefined;
};

const maxGraceSeconds = 7 * 24 * 60 * 60;

/** The old key works for `graceSeconds` more, by default none. */
export const rotate = () =>
  z.strictObject({
    keyId: z.string().check(z.minLength(1)),
    graceSeconds: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maxGraceSeconds)))),
  });

export type RotationRequest = z.infer<ReturnType<typeof rotate>>;
export type PreparedRotation = SecretDigest & RotationRequest;

export const revoke = () => z.strictObject({ keyId: z.string().check(z.minLength(1)) });

export type Revocation = z.infer<ReturnType<typeof revoke>>;
