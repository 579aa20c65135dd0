// Replaces a key with a new one. The old one may work for a while, so that programs can follow.
import { api } from "#convex/_generated/api";
import { useProjectAction } from "../../live/projectHooks";
import { ChoiceField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { useForm } from "../../parts/useForm";

const day = 24 * 60 * 60;

const graces = [
  { value: "0", label: "Not any more" },
  { value: String(60 * 60), label: "For an hour" },
  { value: String(day), label: "For a day" },
  { value: String(7 * day), label: "For a week" },
];

interface Props {
  apiKey: { id: string; name: string };
  onClose: () => void;
  onMade: (key: string) => void;
}

export function RotateKeyDialog({ apiKey: { id: keyId, name }, onClose, onMade }: Props) {
  const rotate = useProjectAction(api.apiKeys.dashboard.rotate);
  const form = useForm(`rotate.${keyId}`, { graceSeconds: String(day) });
  return (
    <FormDialog
      title={`Rotate ${name}`}
      label="Rotate"
      canSend
      form={form}
      onClose={onClose}
      send={async ({ graceSeconds }) => {
        const { key } = await rotate({ keyId, graceSeconds: Number(graceSeconds) });
        onClose();
        onMade(key);
      }}
    >
      <p>The new key may do the same and expires at the same time. Keys that the old one created end with it.</p>
      <ChoiceField label="The old key works" choices={graces} {...form.field("graceSeconds")} />
    </FormDialog>
  );
}
