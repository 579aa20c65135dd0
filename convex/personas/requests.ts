// What requests to the endpoints of personas may say.
import * as z from "zod/mini";
import { integerText, onlyPage, someText } from "../api/parameters";
import { bytesAtMost } from "../lib/bounds";
import { bulkIds } from "../lib/bulkIds";
import { trimmedText } from "../lib/trimmedText";

export const list = onlyPage;

export const one = () => z.strictObject({ id: someText() });

/** As many days as statistics.ts adds up; without them it is all time. */
export const analytics = () => z.strictObject({ id: someText(), days: z.optional(integerText(1, 366)) });

const name = () => trimmedText(200);
const type = () => trimmedText(60);

/** What may be given on creation, and taken away later. A run may be given fifty personas, all of which it reads. */
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

/** Only what is given changes. */
export const update = () =>
  z.strictObject({
    personaId: someText(),
    name: z.optional(name()),
    type: z.optional(type()),
    ...details(),
    isEnabled: z.optional(z.boolean()),
    learningsEnabled: z.optional(z.boolean()),
  });

export const named = () => z.strictObject({ personaId: someText() });

export const many = () => z.strictObject({ personaIds: bulkIds() });

export type CreateRequest = z.infer<ReturnType<typeof create>>;
export type UpdateRequest = Omit<z.infer<ReturnType<typeof update>>, "personaId">;
export type AnalyticsRequest = z.infer<ReturnType<typeof analytics>>;

// What the job runner may say about personas.

export const get = () => z.strictObject({ personaId: z.string() });
