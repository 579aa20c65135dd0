// Paths below a checkout, and patterns of such paths.
import * as z from "zod/mini";
import { trimmedText } from "./fields";

/** A path that does not lead out of its folder. */
export const relativePath = () => trimmedText(255).check(z.refine(staysBelow, "must be a relative path without .."));

function staysBelow(path: string): boolean {
  return !/^[/\\]|^[a-z]:|[\0]/i.test(path) && !path.split(/[/\\]/).includes("..");
}
