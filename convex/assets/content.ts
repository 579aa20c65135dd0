// What versions hold. Pure.
import type { AssetContent } from "./schema";

type File = { name: string; content: string };

/** What requests may give of it: which of both depends on the kind of the asset. */
export interface GivenContent {
  content?: string | null | undefined;
  files?: File[] | null | undefined;
}

/** Null when none is given. */
export function contentIn({ content, files }: GivenContent): AssetContent | null {
  if (content != null) return textContent({ content });
  return files == null ? null : filesContent({ files });
}

export function textContent({ content }: { content: string }): AssetContent {
  return { kind: "text", content };
}

export function filesContent({ files }: { files: File[] }): AssetContent {
  return { kind: "files", files };
}

/** In characters. */
export function lengthOf(content: AssetContent): number {
  switch (content.kind) {
    case "text":
      return content.content.length;
    case "files":
      return content.files.reduce((sum, file) => sum + file.name.length + file.content.length, 0);
  }
}
