import { useCallback } from "react";
import { useConvex } from "convex/react";
import { api } from "#convex/_generated/api";
import { useProject } from "../../../project/project";

/**
 * Reads the bytes of an artifact as base64. They come in parts through the page's own connection, because the file
 * storage has no address that only members can open.
 */
export function useArtifactContent(): (id: string) => Promise<string> {
  const client = useConvex();
  const { id: projectId } = useProject();
  return useCallback(
    async (id) => {
      let text = "";
      for (;;) {
        const asked = { projectId, id, from: (text.length / 4) * 3 };
        const { base64, size } = await client.action(api.artifacts.dashboard.content, asked);
        text += base64;
        if (base64 === "" || (text.length / 4) * 3 >= size) return text;
      }
    },
    [client, projectId],
  );
}
