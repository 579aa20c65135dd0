import type { Doc } from "../_generated/dataModel";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

export interface ProjectView extends Ids {
  name: string;
  slug: string;
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
}

export function presentProject({ _id, _creationTime, name, slug, gitRepoUrl }: Doc<"projects">): ProjectView {
  return withIds("projects", _id, { name, slug, gitRepoUrl, _creationTime: Math.floor(_creationTime) });
}
