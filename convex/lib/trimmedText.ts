// A text as people write it: without the spaces around it, and never empty.
import * as z from "zod/mini";

export const trimmedText = (lengthMax: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax));
