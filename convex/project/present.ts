import type { Doc } from "../_generated/dataModel";
import { idsOf } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

export interface ProjectView extends Ids {
  name: string;
  slug: string;
  gitRepoUrl: string | null;
  /** Whole epoch milliseconds: the database's own creation time has a fraction. */
  _creationTime: number;
}

export function presentProject(project: Doc<"projects">): ProjectView {
  const { name, slug, gitRepoUrl } = project;
  return {
    ...idsOf("projects", project._id),
    name,
    slug,
    gitRepoUrl,
    _creationTime: Math.floor(project._creationTime),
  };
}
