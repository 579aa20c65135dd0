// Where the reader is, from the root on. Each part opens its folder.
import { ArrowUp, House } from "lucide-react";
import { showInvisible } from "../../../domain/code/showInvisible";
import { useCommands } from "../../../shortcuts/commands";
import { ShortcutKeys } from "../../../shortcuts/ShortcutKeys";
import { Button } from "../../../parts/Button";
import { parentFolder } from "./useFileAddress";
import type { FileAddress } from "./useFileAddress";
import style from "./Files.module.css";

export function PathBreadcrumbs({ address }: { address: FileAddress }) {
  const { file, folder, openFolder } = address;
  const path = file ?? folder;
  const names = path === "" ? [] : path.split("/");
  const isRoot = names.length === 0;
  useCommands(
    isRoot
      ? []
      : [{ title: "Open the parent folder", keys: "u", group: "Files", run: () => openFolder(parentFolder(path)) }],
  );
  return (
    <>
      <nav className={style.path} aria-label="Path">
        <Button
          look="bare"
          isSquare
          aria-label="Open the root"
          icon={<House size={15} aria-hidden />}
          onClick={() => openFolder("")}
        />
        {names.map((name, index) => {
          const here = names.slice(0, index + 1).join("/");
          return (
            <span key={here} className={style.part}>
              <span aria-hidden>/</span>
              {index === names.length - 1 ? (
                <bdi aria-current="page">{showInvisible(name)}</bdi>
              ) : (
                <button type="button" onClick={() => openFolder(here)}>
                  <bdi>{showInvisible(name)}</bdi>
                </button>
              )}
            </span>
          );
        })}
      </nav>
      {!isRoot && (
        <Button look="bare" icon={<ArrowUp size={15} aria-hidden />} onClick={() => openFolder(parentFolder(path))}>
          Up <ShortcutKeys keys="u" />
        </Button>
      )}
    </>
  );
}
