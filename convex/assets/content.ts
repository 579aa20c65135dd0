// The content of the versions of contexts, skills, commands and scripts. Pure.
import type { AssetContent } from "./schema";

type File = { name: string; content: string };

/** The content in a request. The kind of the asset decides which of the two fields it may have. */
export interface ContentFields {
  content?: string | null | undefined;
  files?: File[] | null | undefined;
}

/** The content of a request. Null when the request has none. */
export function contentOfRequest({ content, files }: ContentFields): AssetContent | null {
  if (content != null) return textContent({ content });
  return files == null ? null : filesContent({ files });
}

export function textContent({ content }: { content: string }): AssetContent {
  return { kind: "text", content };
}

export function filesContent({ files }: { files: File[] }): AssetContent {
  return { kind: "files", files };
}

/** The length of the content in characters. */
export function contentLength(content: AssetContent): number {
  switch (content.kind) {
    case "text":
      return content.content.length;
    case "files":
      return content.files.reduce((sum, file) => sum + file.name.length + file.content.length, 0);
  }
}
