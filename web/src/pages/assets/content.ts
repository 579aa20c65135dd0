// What a version holds, as a list of parts: the files of a skill, or the one text of everything else.
import type { Part } from "../../domain/versions/Comparison";

type Content = { content: string } | { files: { name: string; content: string }[] };

export function partsOf(version: Content): Part[] {
  if ("content" in version) return [{ name: "", text: version.content }];
  return version.files.map(({ name, content }) => ({ name, text: content }));
}

export function filesOf(parts: readonly Part[]): { name: string; content: string }[] {
  return parts.map(({ name, text }) => ({ name, content: text }));
}

export function textOf(parts: readonly Part[]): string {
  return parts[0]?.text ?? "";
}
