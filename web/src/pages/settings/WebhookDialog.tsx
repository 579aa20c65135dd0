// A new webhook, and the fields of one that there is.
import { api } from "#convex/_generated/api";
import { useProject } from "../../project/project";
import { useProjectAction, useProjectMutation } from "../../live/projectHooks";
import { TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";
import type { FormState } from "../../parts/useForm";
import type { Webhook } from "./WebhookStatus";

interface Draft {
  url: string;
  events: string;
  description: string;
}

export function NewWebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  const { id } = useProject();
  const create = useProjectAction(api.webhooks.dashboard.create);
  const form = useForm<Draft>(`webhook.${id}`, { url: "", events: "*", description: "" });
  return (
    <FormDialog
      title="Create a webhook"
      label="Create"
      canSend={form.draft.url !== ""}
      form={form}
      onClose={onClose}
      send={async (draft) => {
        const { secret } = await create(fieldsOf(draft));
        onClose();
        onMade(secret);
      }}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, events, description } = webhook;
  const update = useProjectMutation(api.webhooks.dashboard.update);
  const form = useForm<Draft>(`webhook.${id}`, { url, events: events.join(", "), description: description ?? "" });
  return (
    <FormDialog
      title="Edit the webhook"
      label="Save"
      canSend={form.draft.url !== ""}
      form={form}
      onClose={onClose}
      send={async (draft) => {
        await update({ id, ...fieldsOf(draft) });
        onClose();
      }}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}

function WebhookFields({ form: { field, problemOf, draft } }: { form: FormState<Draft> }) {
  const wrong = patternsOf(draft.events).findIndex((_, index) => problemOf(`events.${index}`) !== undefined);
  const events = field("events");
  return (
    <>
      <TextField label="Address" type="url" autoFocus placeholder="https://receiver.example/hook" {...field("url")} />
      <TextField
        label="Events"
        hint="Types such as run.failed, or run.* for several, with commas between. * means all."
        {...events}
        problem={events.problem ?? problemOf(`events.${wrong}`)}
      />
      <TextField label="Description" {...field("description")} />
    </>
  );
}

function fieldsOf({ url, events, description }: Draft) {
  return { url, events: patternsOf(events), description: description.trim() === "" ? null : description };
}

function patternsOf(text: string): string[] {
  return text
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}
