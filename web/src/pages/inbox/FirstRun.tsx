// The guide for the first run of the project that the person was in last, until it has completed one. Its code is
// loaded only then.
import { lazyComponent } from "../../parts/lazyComponent";
import { ProjectContext } from "../../project/project";
import { useCurrentProject } from "../../project/useCurrentProject";

const FirstRunGuide = lazyComponent(() => import("./guide/FirstRunGuide"));

export function FirstRun() {
  const project = useCurrentProject();
  if (project?.hasCompletedRun !== false) return null;
  return (
    <ProjectContext value={project}>
      <FirstRunGuide key={project.id} />
    </ProjectContext>
  );
}
