// Contexts, skills, commands and scripts differ in a few words and in what a version holds. Their pages are the same.
import type { FunctionReturnType } from "convex/server";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { oneOf } from "../../urlState/useAddressParameters";

const names = ["contexts", "skills", "commands", "scripts"] as const;
type AssetKindName = (typeof names)[number];

export interface AssetKind {
  name: AssetKindName;
  singular: string;
  plural: string;
  /** What it is for, on the empty page. */
  purpose: string;
  /** Skills have several files, everything else has one text. */
  hasFiles: boolean;
  hasLanguage: boolean;
  /** Contexts can be restored. The others are deleted at once. */
  goesToTrash: boolean;
  queries: Pick<typeof api.contexts.dashboard, "list" | "get" | "versions">;
}

export type AssetSummary = FunctionReturnType<typeof api.contexts.dashboard.list>["page"][number];
export type AssetDetail = FunctionReturnType<typeof api.contexts.dashboard.get>;

const plain = { hasFiles: false, hasLanguage: false, goesToTrash: false };

const kinds: Record<AssetKindName, AssetKind> = {
  contexts: {
    ...plain,
    name: "contexts",
    singular: "context",
    plural: "Contexts",
    purpose: "A context tells every agent of the project what it must know, such as conventions and decisions.",
    goesToTrash: true,
    queries: api.contexts.dashboard,
  },
  skills: {
    ...plain,
    name: "skills",
    singular: "skill",
    plural: "Skills",
    purpose: "A skill is a folder of instructions and files that an agent reads when a task calls for it.",
    hasFiles: true,
    queries: api.skills.dashboard,
  },
  commands: {
    ...plain,
    name: "commands",
    singular: "command",
    plural: "Commands",
    purpose: "A command is a prompt with a name, such as one that reviews a change.",
    queries: api.commands.dashboard,
  },
  scripts: {
    ...plain,
    name: "scripts",
    singular: "script",
    plural: "Scripts",
    purpose: "A script is something that runners and agents can run, in the shell or in Python.",
    hasLanguage: true,
    queries: api.scripts.dashboard,
  },
};

/** The kind that the address is about: `/p/<project>/<kind>`. */
export function useAssetKind(): AssetKind {
  const [path] = useLocation();
  const name = oneOf(path.split("/")[3] ?? null, names);
  if (name === null) throw new Error(`${path} shows no contexts, skills, commands or scripts.`);
  return kinds[name];
}
