// The associated data of a ciphertext is its place: a ciphertext in another place cannot be decrypted. Pure.
import type { Doc, Id } from "../_generated/dataModel";

export function providerKeyAssociatedData(projectId: Id<"projects">, provider: string): string {
  return `project:${projectId}|provider:${provider}`;
}

/** `name` is a random one, because a secret is encrypted before its webhook has an id. */
export function webhookAssociatedData(projectId: Id<"projects">, name: string): string {
  return `project:${projectId}|webhook:${name}`;
}

/** `name` is a random one, as that of a webhook. */
export function hookAssociatedData(projectId: Id<"projects">, name: string): string {
  return `project:${projectId}|hook:${name}`;
}

export function secretSettingAssociatedData(
  projectId: Id<"projects">,
  name: keyof Doc<"projectSettings">["secrets"],
): string {
  return `project:${projectId}|setting:${name}`;
}
