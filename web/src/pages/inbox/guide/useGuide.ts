// What the guide knows: what is done already, and what somebody has typed.
import { useEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { useRepositoryChecks } from "../../../domain/repositories/useRepositoryChecks";
import type { RepositoryCheck } from "../../../domain/repositories/useRepositoryChecks";
import { useWorkflows } from "../../../domain/workflows/useWorkflows";
import type { Workflow } from "../../../domain/workflows/useWorkflows";
import { useProjectMutation, useProjectQuery } from "../../../live/projectHooks";
import { useHasPermission, useProject } from "../../../project/project";
import { useForm } from "../../../parts/useForm";
import type { FormState } from "../../../parts/useForm";

interface Fields {
  agent: string;
  /** Null until somebody has typed one: that of the project. */
  repository: string | null;
  branch: string;
  workflowId: string;
  prompt: string;
}

const empty: Fields = { agent: "claude-code", repository: null, branch: "", workflowId: "", prompt: "" };

export interface Guide {
  form: FormState<Fields>;
  connection: { isConnected: boolean; checksRepositories: boolean; serviceUrl: string | null } | null;
  workflows: readonly Workflow[];
  workflow: Workflow | undefined;
  /** The address of the repository. Empty when there is none yet. */
  repository: string;
  check: RepositoryCheck | null;
  checkRepository: () => Promise<unknown>;
}

export function useGuide(): Guide {
  const project = useProject();
  const form = useForm(`guide.${project.id}`, empty);
  const found = useProjectQuery(api.runners.dashboard.connection, {});
  const connection = found.kind === "ready" ? found.value : null;
  const workflows = useWorkflows().all.filter(({ isEnabled }) => isEnabled);
  const checks = useRepositoryChecks();
  const { draft } = form;
  const repository = draft.repository ?? project.gitRepoUrl ?? "";
  const check = checks.newestOf(repository, draft.branch);
  const [asked, setAsked] = useState<string | null>(null);
  const ask = () => checks.check(repository, draft.branch);
  const checkRepository = () => {
    setAsked(repository);
    return ask();
  };
  const mayCheckAtOnce = !checks.isLoading && connection?.checksRepositories === true;
  useFirstCheck(mayCheckAtOnce && draft.repository === null && repository !== "" && check === null, ask);
  useSavedRepository(check?.status === "ok" && asked === repository ? repository : null);
  return {
    form,
    connection,
    workflows,
    workflow: workflows.find(({ id }) => id === draft.workflowId) ?? workflows[0],
    repository,
    check,
    checkRepository,
  };
}

/** The repository that the project names is checked without being asked for, once. */
function useFirstCheck(isDue: boolean, check: () => Promise<unknown>): void {
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isDue || hasAsked.current) return;
    hasAsked.current = true;
    // The button still asks for it.
    check().catch(() => undefined);
  });
}

/**
 * A repository that somebody has asked for here, and that can be used, becomes that of the project once, if the person
 * may change it. A text from an earlier visit changes nothing, since the settings may have a newer one. Null: nothing
 * to save.
 */
function useSavedRepository(address: string | null): void {
  const { gitRepoUrl } = useProject();
  const update = useProjectMutation(api.project.dashboard.update);
  const mayChange = useHasPermission("settings:manage");
  const saved = useRef<string | null>(null);
  useEffect(() => {
    if (address === null || saved.current === address) return;
    saved.current = address;
    if (mayChange && address !== gitRepoUrl) update({ gitRepoUrl: address }).catch(() => undefined);
  }, [address, gitRepoUrl, mayChange, update]);
}
