import type { Doc } from "../_generated/dataModel";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { shownAddress } from "../lib/repositoryAddress";

export interface ProjectView extends Ids {
  name: string;
  slug: string;
  /** Without the token or password that the address may hold. */
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
}

export function presentProject({ _id, _creationTime, name, slug, gitRepoUrl }: Doc<"projects">): ProjectView {
  const shown = gitRepoUrl === null ? null : shownAddress(gitRepoUrl);
  return withIds("projects", _id, { name, slug, gitRepoUrl: shown, _creationTime: Math.floor(_creationTime) });
}
