import * as z from "zod/mini";
import { pageParameters, searchParameter, nonEmptyText } from "../api/parameters";
import { levels } from "../lib/sharedValues";
import { bulkIds, trimmedText } from "../lib/fields";
import { learningReviews } from "./reviews";

const status = () => z.enum(learningReviews);
export const category = () => trimmedText(100);

/** A type of role, such as `designer` or `checker`; any other text is accepted too. */
export const roleType = () => trimmedText(60);

export const description = () => trimmedText(10_000);

/** The fields of a learning besides its description. */
export const details = () => ({
  trigger: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000)))),
  correctBehavior: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(10_000)))),
  severity: z.optional(z.nullable(z.enum(levels))),
  category: z.optional(z.nullable(category())),
  applicableRoles: z.optional(z.nullable(z.array(roleType()).check(z.maxLength(20)))),
});

export const list = () =>
  z.strictObject({
    ...pageParameters(),
    search: z.optional(searchParameter()),
    status: z.optional(status()),
    category: z.optional(category()),
  });

/** What the agent of a run may say when it looks something up. */
export const agentSearch = () =>
  z.strictObject({
    search: z.optional(searchParameter()),
    category: z.optional(category()),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    cursor: z.optional(nonEmptyText()),
  });

export const listOfSandbox = () => z.strictObject({ ...pageParameters(), sandboxId: nonEmptyText() });

export const preview = () => z.strictObject({ roleType: z.optional(roleType()) });

export const create = () => z.strictObject({ description: description(), ...details() });

export const updateStatus = () => z.strictObject({ learningId: nonEmptyText(), status: status() });

/** Fields that the request leaves out do not change. */
export const updateContent = () =>
  z.strictObject({ learningId: nonEmptyText(), description: z.optional(description()), ...details() });

export const one = () => z.strictObject({ learningId: nonEmptyText() });

export const updateStatusOfMany = () => z.strictObject({ learningIds: bulkIds(), status: status() });

export const many = () => z.strictObject({ learningIds: bulkIds() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type AgentSearch = z.infer<ReturnType<typeof agentSearch>>;
export type SandboxListRequest = z.infer<ReturnType<typeof listOfSandbox>>;
export type PreviewRequest = z.infer<ReturnType<typeof preview>>;
export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateContentRequest = z.infer<ReturnType<typeof updateContent>>;

// The schemas of the runner's requests about learnings.

export const dispatchExtraction = () => z.strictObject({ sandboxId: z.string(), runId: z.string() });

/** The field `content` here is the same as `description` in requests over REST. */
export const store = () =>
  z.strictObject({
    ...details(),
    sandboxId: z.string(),
    runId: z.optional(z.nullable(z.string())),
    content: description(),
    category: category(),
  });

export const bulkStore = () => z.strictObject({ learnings: z.array(store()).check(z.minLength(1), z.maxLength(100)) });

export const getCompiled = () => z.strictObject({ projectId: z.string(), role: roleType() });

export type StoreRequest = z.infer<ReturnType<typeof store>>;
