import * as z from "zod/mini";
import { nonEmptyText, pageParameters } from "../api/parameters";
import { relativePath } from "../lib/relativePath";

export const list = () =>
  z.strictObject({ id: nonEmptyText(), stepId: z.optional(nonEmptyText()), ...pageParameters() });

/** The part of an artifact's bytes that begins here. */
export const content = () => z.strictObject({ id: z.string(), from: z.int().check(z.minimum(0)) });

// The schemas of the job runner's operations on artifacts.

const maxSize = 20_000_000;

/** Without characters that end a line or that nobody can see: it is a name on a screen and in a header. */
const name = () =>
  relativePath().check(
    z.refine((path) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(path), "must have no control characters"),
  );

const mediaType = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(200),
      z.regex(
        /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+-]+|"[\w .+-]*"))*$/,
        "must be a media type such as image/png",
      ),
    );

export const begin = () =>
  z.strictObject({
    sandboxId: z.string(),
    stepId: z.optional(z.nullable(z.string())),
    name: name(),
    mediaType: mediaType(),
    size: z.int().check(z.minimum(1), z.maximum(maxSize)),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/i, "must be a SHA-256 in hex"), z.toLowerCase()),
  });

export const finish = () => z.strictObject({ artifactId: z.string(), storageId: z.string() });

export type BeginRequest = z.infer<ReturnType<typeof begin>>;
export type FinishRequest = z.infer<ReturnType<typeof finish>>;
