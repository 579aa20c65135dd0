// One webhook: what was sent to it, and what can be done about it.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProjectHref } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectAction, useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { Loaded } from "../../parts/Loaded";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { TimeAgo } from "../../parts/Time";
import { ReplayDialog } from "./ReplayDialog";
import { WebhookDeliveries } from "./WebhookDeliveries";
import { EditWebhookDialog } from "./WebhookDialog";
import { WebhookSecretDialog } from "./WebhookSecretDialog";
import { reasons, WebhookStatus } from "./WebhookStatus";
import type { Webhook } from "./WebhookStatus";

export default function WebhookPage() {
  const { id = "" } = useParams();
  const found = useProjectQuery(api.webhooks.dashboard.get, { id });
  return <Loaded result={found}>{(webhook) => <Detail key={id} webhook={webhook} />}</Loaded>;
}

function Detail({ webhook }: { webhook: Webhook }) {
  const href = useProjectHref();
  const { url, events, description, disabledReason, lastDeliveryAt, failingSince, formerSecretUntil } = webhook;
  return (
    <>
      <PageHeader
        title={new URL(url).host}
        parents={[{ label: "Webhooks", href: href("settings/webhooks") }]}
        actions={<Actions webhook={webhook} />}
      />
      <Facts>
        <Fact name="State">
          <WebhookStatus webhook={webhook} />
        </Fact>
        <Fact name="Address">{url}</Fact>
        <Fact name="Events">{events.join(", ")}</Fact>
        {description !== null && <Fact name="Description">{description}</Fact>}
        <Fact name="Last delivery">{lastDeliveryAt === null ? "None yet" : <TimeAgo at={lastDeliveryAt} />}</Fact>
        {failingSince !== null && (
          <Fact name="Failing since">
            <TimeAgo at={failingSince} />
          </Fact>
        )}
        {formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now() && (
          <Fact name="Old secret ends">
            <TimeAgo at={formerSecretUntil} />
          </Fact>
        )}
      </Facts>
      {disabledReason !== null && (
        <Section title="Why it is disabled">
          <p>{reasons[disabledReason]} What happens meanwhile is not sent. Enable it, and send the span again.</p>
        </Section>
      )}
      <Section title="Deliveries">
        <WebhookDeliveries webhook={webhook} />
      </Section>
    </>
  );
}

type Open = "edit" | "replay" | "rotate" | "remove";

function Actions({ webhook }: { webhook: Webhook }) {
  const mayManage = useHasPermission("webhooks:manage");
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { id, isEnabled } = webhook;
  const update = useProjectMutation(api.webhooks.dashboard.update);
  const test = useProjectMutation(api.webhooks.dashboard.test);
  const remove = useProjectMutation(api.webhooks.dashboard.remove);
  const rotate = useProjectAction(api.webhooks.dashboard.rotateSecret);
  const { perform } = usePerform();
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const toggle = () => void perform(() => update({ id, isEnabled: !isEnabled }));
  const sendTest = () => void perform(() => test({ id }), "A test is on its way.");
  const group = "Webhook";
  useCommands(
    mayManage
      ? [
          ...(isEnabled
            ? [
                { title: "Send a test", keys: "u", group, run: sendTest },
                { title: "Send events again", keys: "a", group, run: () => setOpen("replay") },
              ]
            : []),
          { title: isEnabled ? "Disable the webhook" : "Enable the webhook", keys: "t", group, run: toggle },
          { title: "Edit the webhook", keys: "m", group, run: () => setOpen("edit") },
          { title: "Change the secret", keys: "y", group, run: () => setOpen("rotate") },
          { title: "Delete the webhook", keys: "shift+Delete", group, run: () => setOpen("remove") },
        ]
      : [],
  );
  if (!mayManage) return null;
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label="Delete the webhook"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setOpen("remove")}
      />
      {isEnabled && (
        <>
          <Button onClick={sendTest}>
            Send a test <ShortcutKeys keys="u" />
          </Button>
          <Button onClick={() => setOpen("replay")}>
            Send events again <ShortcutKeys keys="a" />
          </Button>
        </>
      )}
      <Button onClick={() => setOpen("rotate")}>
        Change the secret <ShortcutKeys keys="y" />
      </Button>
      <Button onClick={toggle}>
        {isEnabled ? "Disable" : "Enable"} <ShortcutKeys keys="t" />
      </Button>
      <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setOpen("edit")}>
        Edit <ShortcutKeys keys="m" />
      </Button>
      {open === "edit" && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === "replay" && <ReplayDialog id={id} onClose={close} />}
      {open === "rotate" && (
        <ConfirmDialog
          title="Change the secret?"
          label="Change it"
          change={async () => setSecret((await rotate({ id })).secret)}
          onClose={close}
        >
          The new secret is shown once. For a day messages are signed with both, so that the receiver can follow.
        </ConfirmDialog>
      )}
      {open === "remove" && (
        <ConfirmDialog
          title="Delete the webhook?"
          label="Delete"
          change={() => remove({ id })}
          successText="The webhook is deleted."
          onClose={close}
          onDone={() => navigate(href("settings/webhooks"))}
        >
          Nothing more is sent to it, and the list of its deliveries is lost.
        </ConfirmDialog>
      )}
      {secret !== null && <WebhookSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
