// One context, skill, command or script: its versions, what differs between them, and a new one.
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Menu } from "../../parts/Menu";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { AssetDetailsDialog } from "./AssetDetailsDialog";
import { AssetVersions } from "./AssetVersions";
import { ContentEditor } from "./ContentEditor";
import { RemoveAssetDialog } from "./RemoveAssetDialog";
import { useAssetKind } from "./assetKinds";
import type { AssetDetail, AssetKind } from "./assetKinds";
import style from "./AssetPage.module.css";

export default function AssetPage() {
  const kind = useAssetKind();
  const { id = "" } = useParams();
  const found = useProjectQuery(kind.queries.get, { id });
  return <Loaded result={found}>{(asset) => <Asset key={asset.id} kind={kind} asset={asset} />}</Loaded>;
}

function Asset({ kind, asset }: { kind: AssetKind; asset: AssetDetail }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const { get, set } = useAddressParameters();
  const [open, setOpen] = useState<"about" | "removal" | null>(null);
  const isWriting = mayWrite && get("write") !== null;
  const write = () => set({ write: "1", version: null, with: null });
  useCommands(
    mayWrite
      ? [
          { title: "Write a new version", keys: "w", group: "Versions", run: write },
          { title: "Edit name and description", keys: "m", group: "Versions", run: () => setOpen("about") },
          {
            title: kind.goesToTrash ? "Move to the trash" : "Delete for good",
            keys: "shift+Delete",
            group: "Versions",
            run: () => setOpen("removal"),
          },
        ]
      : [],
  );
  return (
    <>
      <PageHeader
        title={asset.name}
        parents={[{ label: kind.plural, href: href(kind.name) }]}
        actions={
          mayWrite && (
            <>
              {!isWriting && (
                <Button look="main" icon={<Pencil size={15} aria-hidden />} onClick={write}>
                  New version <ShortcutKeys keys="w" />
                </Button>
              )}
              <Menu
                label="More"
                items={[
                  { label: "Name and description", run: () => setOpen("about") },
                  {
                    label: kind.goesToTrash ? "Move to the trash" : "Delete for good",
                    isBad: true,
                    run: () => setOpen("removal"),
                  },
                ]}
              />
            </>
          )
        }
      />
      {asset.description !== null && (
        <p className={style.description} dir="auto">
          {asset.description}
        </p>
      )}
      <Content kind={kind} asset={asset} isWriting={isWriting} onWrite={mayWrite ? write : null} />
      {open === "about" && <AssetDetailsDialog kind={kind} asset={asset} onClose={() => setOpen(null)} />}
      {open === "removal" && (
        <RemoveAssetDialog
          kind={kind}
          asset={asset}
          onClose={() => setOpen(null)}
          onDone={() => navigate(href(kind.name), { replace: true })}
        />
      )}
    </>
  );
}

interface ContentProps {
  kind: AssetKind;
  asset: AssetDetail;
  isWriting: boolean;
  /** Null for who may not write. */
  onWrite: (() => void) | null;
}

function Content({ kind, asset, isWriting, onWrite }: ContentProps) {
  const { set } = useAddressParameters();
  if (isWriting) return <ContentEditor kind={kind} asset={asset} onClose={() => set({ write: null })} />;
  if (asset.versions.length > 0) return <AssetVersions kind={kind} asset={asset} />;
  return (
    <EmptyState
      title="No versions yet"
      action={onWrite !== null && <Button onClick={onWrite}>Write the first version</Button>}
    >
      Agents receive the {kind.singular} once it has a version.
    </EmptyState>
  );
}
