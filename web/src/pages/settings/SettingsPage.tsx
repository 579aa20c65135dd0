// The project, its people, its keys and the instructions for agents. Each section has an address, and each role sees
// those that it may use.
import { useParams } from "wouter";
import { useHasPermission, useProject } from "../../project/project";
import { EmptyState } from "../../parts/EmptyState";
import { PageHeader } from "../../parts/PageHeader";
import { AgentSection } from "./AgentSection";
import { ApiKeysSection } from "./ApiKeysSection";
import { AuditSection } from "./AuditSection";
import { BudgetsSection } from "./BudgetsSection";
import { HooksSection } from "./HooksSection";
import { MembersSection } from "./MembersSection";
import { ProjectSection } from "./ProjectSection";
import { ProviderKeysSection } from "./ProviderKeysSection";
import { RunnerTokensSection } from "./RunnerTokensSection";
import { WebhooksSection } from "./WebhooksSection";
import style from "./SettingsPage.module.css";

export default function SettingsPage() {
  const { section = "project" } = useParams<{ section?: string }>();
  const { id } = useProject();
  const manages = { settings: useHasPermission("settings:manage"), keys: useHasPermission("keys:manage") };
  const readsAudit = useHasPermission("audit:read");
  const all = [
    { name: "project", label: "Project", page: ProjectSection, isOpen: true },
    { name: "members", label: "Members", page: MembersSection, isOpen: true },
    { name: "agents", label: "Agents", page: AgentSection, isOpen: manages.settings },
    { name: "budgets", label: "Budgets", page: BudgetsSection, isOpen: true },
    { name: "keys", label: "API keys", page: ApiKeysSection, isOpen: manages.keys },
    { name: "runner-tokens", label: "Runner tokens", page: RunnerTokensSection, isOpen: manages.keys },
    { name: "webhooks", label: "Webhooks", page: WebhooksSection, isOpen: true },
    { name: "hooks", label: "Inbound webhooks", page: HooksSection, isOpen: manages.settings },
    { name: "audit", label: "Audit log", page: AuditSection, isOpen: readsAudit },
    { name: "provider-keys", label: "Provider keys", page: ProviderKeysSection, isOpen: manages.keys },
  ];
  const sections = all.filter(({ isOpen }) => isOpen);
  const chosen = sections.find(({ name }) => name === section);
  return (
    <>
      <PageHeader title={chosen?.label ?? "Settings"} />
      <div className={style.content} key={id}>
        {chosen === undefined ? (
          <EmptyState title="Not found">
            {all.some(({ name }) => name === section)
              ? "Your role has no such settings. An admin of the project can change them."
              : "There are no settings at this address. Choose a tab above."}
          </EmptyState>
        ) : (
          <chosen.page />
        )}
      </div>
    </>
  );
}
