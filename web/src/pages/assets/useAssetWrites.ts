// The changes of an asset. Each kind has functions of its own, and not all of them take the same.
import { useConvex } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api";
import type { scriptLanguages } from "../../../../convex/assets/kinds";
import { useProject } from "../../project/project";
import type { Part } from "../../domain/versions/Comparison";
import { filesOf, textOf } from "./content";
import type { Kind } from "./kinds";

export type ScriptLanguage = (typeof scriptLanguages)[number];

interface About {
  name: string;
  description: string | null;
  /** Scripts alone have one. */
  language: ScriptLanguage;
}

export interface AssetWrites {
  create: (about: About) => Promise<{ id: string }>;
  update: (id: string, about: About) => Promise<unknown>;
  publish: (id: string, parts: readonly Part[]) => Promise<unknown>;
  activate: (id: string, version: number) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

export function useAssetWrites({ name: kind }: Kind): AssetWrites {
  const convex = useConvex();
  const { id: projectId } = useProject();
  return useMemo(
    () => ({
      create: async ({ language, ...about }) => {
        const fields = { projectId, ...about };
        if (kind === "scripts") return await convex.mutation(api.scripts.dashboard.create, { ...fields, language });
        return await convex.mutation(api[kind].dashboard.create, fields);
      },
      update: async (id, { language, ...about }) => {
        const fields = { projectId, id, ...about };
        if (kind === "scripts") return await convex.mutation(api.scripts.dashboard.update, { ...fields, language });
        return await convex.mutation(api[kind].dashboard.update, fields);
      },
      publish: async (id, parts) => {
        const named = { projectId, id };
        switch (kind) {
          case "contexts":
            // A context is published by giving it another content.
            return await convex.mutation(api.contexts.dashboard.update, { ...named, content: textOf(parts) });
          case "skills":
            return await convex.mutation(api.skills.dashboard.publish, { ...named, files: filesOf(parts) });
          case "commands":
          case "scripts":
            return await convex.mutation(api[kind].dashboard.publish, { ...named, content: textOf(parts) });
        }
      },
      activate: async (id, version) => await convex.mutation(api[kind].dashboard.activate, { projectId, id, version }),
      remove: async (id) => await convex.mutation(api[kind].dashboard.remove, { projectId, id }),
    }),
    [convex, projectId, kind],
  );
}
