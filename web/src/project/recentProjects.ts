// The projects that the person had open in this browser, the last one first.

const listeners = new Set<() => void>();
const storageKey = "switchyard.projects";
const maxKept = 50;

function recentProjects(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((slug) => typeof slug === "string") : [];
  } catch {
    // Anybody can write there. Whatever it was, it is not a list of projects.
    return [];
  }
}

export function rememberProject(slug: string): void {
  const before = recentProjects();
  if (before[0] === slug) return;
  const next = [slug, ...before.filter((each) => each !== slug)].slice(0, maxKept);
  localStorage.setItem(storageKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export const lastProject = (): string | undefined => recentProjects()[0];

/** Learns when this page remembers another project. */
export function subscribeToLastProject(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one that is shown comes first. Those that were never open stay in their order, behind the others. */
export function byRecentUse<Project extends { slug: string }>(
  projects: readonly Project[],
  shown: Project | null,
): Project[] {
  const recent = recentProjects();
  const place = ({ slug }: Project) => {
    if (slug === shown?.slug) return -1;
    return recent.includes(slug) ? recent.indexOf(slug) : recent.length;
  };
  return projects.toSorted((a, b) => place(a) - place(b));
}
