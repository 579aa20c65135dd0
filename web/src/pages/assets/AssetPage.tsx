// One context, skill, command or script: its versions, what differs between them, and a new one.
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { useParameters } from "../../address/useParameters";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Menu } from "../../parts/Menu";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { AboutForm } from "./AboutForm";
import { AssetVersions } from "./AssetVersions";
import { ContentEditor } from "./ContentEditor";
import { RemoveAsset } from "./RemoveAsset";
import { useKind } from "./kinds";
import type { AssetDetail, Kind } from "./kinds";
import style from "./AssetPage.module.css";

export default function AssetPage() {
  const kind = useKind();
  const { id = "" } = useParams();
  const found = useProjectQuery(kind.queries.get, { id });
  return <Shown of={found}>{(asset) => <Asset key={asset.id} kind={kind} asset={asset} />}</Shown>;
}

function Asset({ kind, asset }: { kind: Kind; asset: AssetDetail }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const { get, set } = useParameters();
  const [open, setOpen] = useState<"about" | "removal" | null>(null);
  const isWriting = mayWrite && get("write") !== null;
  const write = () => set({ write: "1", version: null, with: null });
  useCommands(
    mayWrite
      ? [
          { title: "Write a new version", keys: "w", group: "Versions", run: write },
          { title: "Change name and description", keys: "m", group: "Versions", run: () => setOpen("about") },
          { title: `Delete the ${kind.one}`, keys: "shift+Delete", group: "Versions", run: () => setOpen("removal") },
        ]
      : [],
  );
  return (
    <>
      <PageHead
        title={asset.name}
        above={[{ label: kind.many, href: href(kind.name) }]}
        actions={
          mayWrite && (
            <>
              {!isWriting && (
                <Button look="main" icon={<Pencil size={15} aria-hidden />} onClick={write}>
                  New version <Keys of="w" />
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
      {open === "about" && <AboutForm kind={kind} asset={asset} onClose={() => setOpen(null)} />}
      {open === "removal" && (
        <RemoveAsset
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
  kind: Kind;
  asset: AssetDetail;
  isWriting: boolean;
  /** Null for who may not write. */
  onWrite: (() => void) | null;
}

function Content({ kind, asset, isWriting, onWrite }: ContentProps) {
  const { set } = useParameters();
  if (isWriting) return <ContentEditor kind={kind} asset={asset} onClose={() => set({ write: null })} />;
  if (asset.versions.length > 0) return <AssetVersions kind={kind} asset={asset} />;
  return (
    <Empty
      title="It has no version yet"
      action={onWrite !== null && <Button onClick={onWrite}>Write the first version</Button>}
    >
      Agents receive the {kind.one} once it has a version.
    </Empty>
  );
}
