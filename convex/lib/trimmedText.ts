// A text that a person has written: white space around it is removed, and it must not be empty.
import * as z from "zod/mini";

export const trimmedText = (lengthMax: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax));
