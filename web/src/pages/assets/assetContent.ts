// What a version holds, as a list of parts: the files of a skill, or the one text of everything else.
import type { VersionPart } from "../../domain/versions/VersionComparison";

type Content = { content: string } | { files: { name: string; content: string }[] };

export function contentToParts(version: Content): VersionPart[] {
  if ("content" in version) return [{ name: "", text: version.content }];
  return version.files.map(({ name, content }) => ({ name, text: content }));
}

export function partsToFiles(parts: readonly VersionPart[]): { name: string; content: string }[] {
  return parts.map(({ name, text }) => ({ name, content: text }));
}

export function partsToText(parts: readonly VersionPart[]): string {
  return parts[0]?.text ?? "";
}
