import * as z from "zod/mini";
import { pageOnly } from "../api/parameters";
import { trimmedText } from "../lib/fields";
import { maxGitRepoUrlLength } from "../lib/sharedValues";
import { isOneLine, isProvider, lineRule, providerRule } from "./model";
import { belongsToOrigins, maxOrigins, originRule, readOrigin } from "./codeHostOrigins";

export const list = pageOnly;

const provider = () => z.string().check(z.refine(isProvider, { error: providerRule }));

const origin = () =>
  z.string().check(
    z.maxLength(300),
    z.refine((text) => readOrigin(text) !== null, originRule),
  );

/** `origins` says where the key of a code host may go: at first to that of the project's repository. */
export const set = () =>
  z
    .strictObject({
      provider: provider(),
      key: trimmedText(10_000),
      origins: z.optional(z.nullable(z.array(origin()).check(z.minLength(1), z.maxLength(maxOrigins)))),
    })
    .check(z.refine(({ provider, key }) => isOneLine(provider, key), { path: ["key"], error: lineRule }));

export const remove = () => z.strictObject({ provider: provider() });

export type SetRequest = z.infer<ReturnType<typeof set>>;
export type RemoveRequest = z.infer<ReturnType<typeof remove>>;

// The schema of the job runner's operation on keys.

/** `address` says what the runner wants to reach with the key of a code host. */
export const get = () =>
  z
    .strictObject({
      projectId: z.string(),
      keyType: provider(),
      address: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(maxGitRepoUrlLength)))),
    })
    .check(
      z.refine(({ keyType, address }) => address == null || belongsToOrigins(keyType), {
        path: ["address"],
        error: "is only allowed for keys of code hosts, because other keys are not bound to addresses",
      }),
    );

export type GetRequest = z.infer<ReturnType<typeof get>>;
