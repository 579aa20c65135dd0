// The name and description of an asset, when it is made and later. Its content has an editor of its own.
import { useLocation } from "wouter";
import { scriptLanguages } from "#convex/assets/kinds";
import { oneOf } from "../../urlState/useAddressParameters";
import { useProjectHref } from "../../project/project";
import { ChoiceField, LongTextField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { toLabel } from "../../parts/Status";
import { useForm } from "../../parts/useForm";
import type { AssetDetail, AssetKind } from "./assetKinds";
import { useAssetMutations } from "./useAssetMutations";
import type { ScriptLanguage } from "./useAssetMutations";

interface Props {
  kind: AssetKind;
  /** Null for a new one. */
  asset: AssetDetail | null;
  onClose: () => void;
}

interface Fields {
  name: string;
  description: string;
  language: ScriptLanguage;
}

export function AssetDetailsDialog({ kind, asset, onClose }: Props) {
  const { create, update } = useAssetMutations(kind);
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const form = useForm<Fields>(`${kind.name}.about.${asset?.id ?? "new"}`, {
    name: asset?.name ?? "",
    description: asset?.description ?? "",
    language: asset?.language ?? "shell",
  });
  const { draft, field, change, problemOf } = form;

  async function send({ description, ...fields }: Fields): Promise<void> {
    const about = { ...fields, description: description === "" ? null : description };
    if (asset === null) {
      const { id } = await create(about);
      navigate(href(`${kind.name}/${id}?write=1`));
    } else {
      await update(asset.id, about);
    }
    onClose();
  }

  return (
    <FormDialog
      title={asset === null ? `New ${kind.singular}` : `Name and description`}
      label={asset === null ? "Create" : "Save"}
      canSend={draft.name.trim() !== ""}
      form={form}
      send={send}
      onClose={onClose}
    >
      <TextField label="Name" autoFocus hint={`Agents use this name for the ${kind.singular}.`} {...field("name")} />
      <LongTextField label="Description" hint="What it is for, in a sentence or two." {...field("description")} />
      {kind.hasLanguage && (
        <ChoiceField
          label="Language"
          value={draft.language}
          problem={problemOf("language")}
          choices={scriptLanguages.map((value) => ({ value, label: toLabel(value) }))}
          onChange={(text) => change({ language: oneOf(text, scriptLanguages) ?? "shell" })}
        />
      )}
    </FormDialog>
  );
}
