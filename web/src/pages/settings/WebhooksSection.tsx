// The addresses to which the events of the project are sent. Every member sees them, and admins change them.
import { useState } from "react";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProjectHref } from "../../project/project";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { SettingsList } from "./SettingsList";
import { NewWebhookDialog } from "./WebhookDialog";
import { WebhookSecretDialog } from "./WebhookSecretDialog";
import { WebhookStatus } from "./WebhookStatus";
import type { Webhook } from "./WebhookStatus";

export function WebhooksSection() {
  const mayManage = useHasPermission("webhooks:manage");
  const list = useProjectList(api.webhooks.dashboard.list, {}, 100);
  const [secret, setSecret] = useState<string | null>(null);
  const making = {
    label: "Create a webhook",
    title: "Create a webhook",
    keys: "n",
    dialog: (onClose: () => void) => <NewWebhookDialog onClose={onClose} onMade={setSecret} />,
  };
  return (
    <>
      <SettingsList
        about="A webhook sends what happens in the project to a program of yours, signed with a secret."
        adding={mayManage ? making : null}
        list={list}
        columns={[
          { name: "Address" },
          { name: "State", className: table.state },
          { name: "Last delivery", className: table.end },
        ]}
        keyOf={({ id }) => id}
        renderRow={(webhook) => <WebhookRow webhook={webhook} />}
        empty={
          <EmptyState title="No webhooks yet" command="switchyard webhooks listen --forward http://127.0.0.1:3000/hook">
            While you write the receiver, the command line can send events to your machine:
          </EmptyState>
        }
      />
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const href = useProjectHref();
  const { id, url, events, description, lastDeliveryAt } = webhook;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <Link href={href(`settings/webhooks/${id}`)}>
          <bdi>{url}</bdi>
        </Link>
        <span className={table.below}>{description ?? events.join(", ")}</span>
      </td>
      <td className={table.state}>
        <WebhookStatus webhook={webhook} />
      </td>
      <td className={table.end} data-label="Last delivery">
        {lastDeliveryAt === null ? "None yet" : <TimeAgo at={lastDeliveryAt} />}
      </td>
      <td className={table.end} />
    </tr>
  );
}
