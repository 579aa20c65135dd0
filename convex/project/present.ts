import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";

export interface ProjectView {
  id: string;
  _id: string;
  name: string;
  slug: string;
  gitRepoUrl: string | null;
  /** Epoch milliseconds, whole: the database's own creation time has a fraction. */
  _creationTime: number;
}

export function presentProject(project: Doc<"projects">): ProjectView {
  const id = publicId("projects", project._id);
  const { name, slug, gitRepoUrl } = project;
  return { id, _id: id, name, slug, gitRepoUrl, _creationTime: Math.floor(project._creationTime) };
}
