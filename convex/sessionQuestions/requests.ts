// What requests to the endpoints of session questions may say.
import * as z from "zod/mini";
import { pageParameters, someText } from "../api/parameters";
import { verdicts } from "./status";

export const list = () => z.strictObject({ answeringSessionId: someText(), ...pageParameters() });

export const text = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(4000));

export const review = () => z.strictObject({ status: z.enum(verdicts), correction: z.optional(z.nullable(text())) });

export const assumption = () => z.strictObject({ assumption: text() });

export type ListRequest = z.infer<ReturnType<typeof list>>;
export type ReviewRequest = z.infer<ReturnType<typeof review>>;
