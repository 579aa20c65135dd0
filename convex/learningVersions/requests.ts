import * as z from "zod/mini";
import { pageParameters, nonEmptyText } from "../api/parameters";
import { roleType } from "../learnings/requests";
import { documentBounds } from "../learnings/documentBounds";
import { versionStatuses } from "./status";

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    roleType: z.optional(roleType()),
    status: z.optional(z.enum(versionStatuses)),
  });

export const get = () => z.strictObject({ id: nonEmptyText() });

export const active = () => z.strictObject({ roleType: roleType() });

export const compile = () =>
  z.strictObject({
    roleType: roleType(),
    learningIds: z.array(nonEmptyText()).check(z.minLength(1), z.maxLength(documentBounds.maxLearnings)),
  });

export const one = () => z.strictObject({ versionId: nonEmptyText() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type CompileRequest = z.infer<ReturnType<typeof compile>>;

// The schemas of the runner's requests about learning versions.

export const getActive = () => z.strictObject({ projectId: z.string(), roleType: roleType() });
