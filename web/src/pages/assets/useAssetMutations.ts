// The changes of an asset. Each kind has functions of its own, and not all of them take the same.
import { useConvex } from "convex/react";
import { useMemo } from "react";
import { api } from "#convex/_generated/api";
import type { scriptLanguages } from "#convex/assets/kinds";
import { useProject } from "../../project/project";
import type { VersionPart } from "../../domain/versions/VersionComparison";
import { partsToFiles, partsToText } from "./assetContent";
import type { AssetKind } from "./assetKinds";

export type ScriptLanguage = (typeof scriptLanguages)[number];

interface AssetDetails {
  name: string;
  description: string | null;
  /** Scripts alone have one. */
  language: ScriptLanguage;
}

export interface AssetMutations {
  create: (about: AssetDetails) => Promise<{ id: string }>;
  update: (id: string, about: AssetDetails) => Promise<unknown>;
  publish: (id: string, parts: readonly VersionPart[]) => Promise<unknown>;
  activate: (id: string, version: number) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

export function useAssetMutations({ name: kind }: AssetKind): AssetMutations {
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
        const ids = { projectId, id };
        switch (kind) {
          case "contexts":
            // A context is published by giving it another content.
            return await convex.mutation(api.contexts.dashboard.update, { ...ids, content: partsToText(parts) });
          case "skills":
            return await convex.mutation(api.skills.dashboard.publish, { ...ids, files: partsToFiles(parts) });
          case "commands":
          case "scripts":
            return await convex.mutation(api[kind].dashboard.publish, { ...ids, content: partsToText(parts) });
        }
      },
      activate: async (id, version) => await convex.mutation(api[kind].dashboard.activate, { projectId, id, version }),
      remove: async (id) => await convex.mutation(api[kind].dashboard.remove, { projectId, id }),
    }),
    [convex, projectId, kind],
  );
}
