import * as z from "zod/mini";
import { integerParameter, pageOnly, nonEmptyText } from "../api/parameters";
import { bulkIds, bytesAtMost, trimmedText } from "../lib/fields";

export const list = pageOnly;

export const one = () => z.strictObject({ id: nonEmptyText() });

/** The bound is the number of days that statistics.ts can add up. Without `days`, the statistics cover all time. */
export const analytics = () => z.strictObject({ id: nonEmptyText(), days: z.optional(integerParameter(1, 366)) });

const name = () => trimmedText(200);
const type = () => trimmedText(60);

/** The bounds of these fields allow a run to read fifty personas in one transaction. */
const details = () => ({
  description: z.optional(z.nullable(z.string().check(bytesAtMost(10_000)))),
  cliId: z.optional(z.nullable(trimmedText(100))),
  model: z.optional(z.nullable(trimmedText(200))),
  thinkingEffort: z.optional(z.nullable(trimmedText(60))),
  instructions: z.optional(z.nullable(z.string().check(bytesAtMost(50_000)))),
  selectedSkills: z.optional(z.nullable(z.array(trimmedText(100)).check(z.maxLength(100)))),
});

export const create = () =>
  z.strictObject({ name: name(), type: type(), ...details(), isEnabled: z.optional(z.nullable(z.boolean())) });

/** Only the given fields change. */
export const update = () =>
  z.strictObject({
    personaId: nonEmptyText(),
    name: z.optional(name()),
    type: z.optional(type()),
    ...details(),
    isEnabled: z.optional(z.boolean()),
    learningsEnabled: z.optional(z.boolean()),
  });

export const named = () => z.strictObject({ personaId: nonEmptyText() });

export const many = () => z.strictObject({ personaIds: bulkIds() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = Omit<z.infer<ReturnType<typeof update>>, "personaId">;
export type AnalyticsRequest = z.infer<ReturnType<typeof analytics>>;

// The schemas of the job runner's operations on personas.

export const get = () => z.strictObject({ personaId: z.string() });
