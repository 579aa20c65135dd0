// Which page an address shows.
import { useMemo } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { ErrorBoundary } from "../parts/ErrorBoundary";
import { EmptyState } from "../parts/EmptyState";
import { Loading } from "../parts/Loading";
import { PageAreaContext } from "../parts/pageArea";
import { ProjectContext } from "../project/project";
import { ProjectsContext, useMyProjects } from "../project/projects";
import { InboxPage, routes } from "./routes";
import { Shell } from "./Shell";
import { usePageArea } from "./usePageArea";

export function Pages() {
  const { all, isLoading } = useMyProjects();
  const projects = useMemo(() => ({ all, isLoading }), [all, isLoading]);
  const [path] = useLocation();
  const slug = /^\/p\/([^/]+)/.exec(path)?.[1] ?? null;
  const project = all.find((each) => each.slug === slug) ?? null;
  const area = usePageArea(project);
  return (
    <ProjectsContext value={projects}>
      <ProjectContext value={project}>
        <Shell>
          <ErrorBoundary resetKey={path}>
            {slug !== null && project === null ? (
              <NoProject slug={slug} isLoading={isLoading} />
            ) : (
              <PageAreaContext value={area}>
                <PageOfPath path={path} />
              </PageAreaContext>
            )}
          </ErrorBoundary>
        </Shell>
      </ProjectContext>
    </ProjectsContext>
  );
}

function PageOfPath({ path }: { path: string }) {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/inbox" replace />
      </Route>
      <Route path="/inbox" component={InboxPage} />
      <Route path="/p/:slug">{({ slug }) => <Redirect to={`/p/${slug}/runs`} replace />}</Route>
      {routes.map(({ path, page }) => (
        <Route key={path} path={`/p/:slug/${path}`} component={page} />
      ))}
      <Route>
        <EmptyState title="Page not found">There is no page at {path}.</EmptyState>
      </Route>
    </Switch>
  );
}

function NoProject({ slug, isLoading }: { slug: string; isLoading: boolean }) {
  if (isLoading) return <Loading />;
  return <EmptyState title="Project not found">You are not a member of a project called “{slug}”.</EmptyState>;
}
