// Where a sealed text belongs: the associated data of its ciphertext, so that one which is put elsewhere cannot be opened.
// Pure.
import type { Doc, Id } from "../_generated/dataModel";

export function providerKeyPlace(projectId: Id<"projects">, provider: string): string {
  return `project:${projectId}|provider:${provider}`;
}

export function secretSettingPlace(projectId: Id<"projects">, name: keyof Doc<"projectSettings">["secrets"]): string {
  return `project:${projectId}|setting:${name}`;
}
