// All workflows of the project: what agents do, step by step.
import { Plus } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import type { Workflow } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { ButtonLink } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";

export default function WorkflowsPage() {
  const { all, isLoading } = useWorkflows();
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  useCommands(
    mayWrite ? [{ title: "New workflow", keys: "n", group: "List", run: () => navigate(href("workflows/new")) }] : [],
  );
  const create = mayWrite && (
    <ButtonLink look="main" href={href("workflows/new")} icon={<Plus size={16} aria-hidden />}>
      New workflow <ShortcutKeys keys="n" />
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Workflows" actions={all.length > 0 && create} />
      {isLoading ? (
        <Loading />
      ) : all.length === 0 ? (
        <EmptyState title="No workflows yet" action={create}>
          A workflow defines the steps of a run and which persona does each. Every run follows one.
        </EmptyState>
      ) : (
        <Rows workflows={all} />
      )}
    </>
  );
}

function Rows({ workflows }: { workflows: readonly Workflow[] }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { rowProps } = useRowNavigation(
    workflows.map(({ id }) => id),
    "workflow",
    (id) => navigate(href(`workflows/${id}`)),
  );
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Workflow</th>
          <th className={`${table.some} ${table.minor}`}>Steps</th>
          <th className={`${table.some} ${table.minor}`}>Branch</th>
          <th className={table.state}>State</th>
          <th className={table.end}>Updated</th>
        </tr>
      </thead>
      <tbody>
        <EachRow items={workflows} keyOf={idOf} as="tr">
          {({ id, name, description, steps, defaultBranch, isEnabled, updatedAt }) => (
            <tr className={table.row} {...rowProps(id)}>
              <td className={table.main}>
                <Link href={href(`workflows/${id}`)}>
                  <bdi>{name}</bdi>
                </Link>
                {description !== null && <span className={table.below}>{description}</span>}
              </td>
              <td className={`${table.some} ${table.minor}`} title={steps.map((step) => step.name).join(", ")}>
                {steps.map((step) => step.name).join(", ")}
              </td>
              <td className={`${table.some} ${table.minor}`}>{defaultBranch ?? "main"}</td>
              <td className={table.state}>
                <Status status={isEnabled ? "active" : "disabled"} label={isEnabled ? "Enabled" : "Disabled"} />
              </td>
              <td className={table.end} data-label="Updated">
                <TimeAgo at={updatedAt} />
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
