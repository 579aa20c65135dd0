import { projectHref } from "../../project/project";
import { useProjects } from "../../project/projects";
import { useCurrentProject } from "../../project/useCurrentProject";
import { ButtonLink } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";

export function EmptyInbox() {
  const { all } = useProjects();
  const chosen = useCurrentProject();
  if (all.length === 0) {
    return (
      <EmptyState
        title="You are not in a project yet"
        command="npm run admin -- create-project --name Demo --owner-email you@example.com"
      >
        Ask somebody to invite you, or create a project:
      </EmptyState>
    );
  }
  const project = chosen ?? all[0];
  // The guide is there instead.
  if (project?.hasCompletedRun === false) return null;
  return (
    <EmptyState
      title="Nothing needs you"
      action={project !== undefined && <ButtonLink href={projectHref(project.slug, "runs")}>Go to runs</ButtonLink>}
    >
      Questions from agents, failed and paused runs, reviews and pull requests appear here as soon as they need
      somebody.
    </EmptyState>
  );
}
