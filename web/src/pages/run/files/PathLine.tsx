// Where the reader is, from the root on. Each part opens its folder.
import { ArrowUp, House } from "lucide-react";
import { visible } from "../../../domain/code/visible";
import { useCommands } from "../../../keys/commands";
import { Keys } from "../../../keys/Keys";
import { Button } from "../../../parts/Button";
import { folderOf } from "./useFileAddress";
import type { FileAddress } from "./useFileAddress";
import style from "./Files.module.css";

export function PathLine({ address }: { address: FileAddress }) {
  const { file, folder, openFolder } = address;
  const path = file ?? folder;
  const names = path === "" ? [] : path.split("/");
  const isRoot = names.length === 0;
  useCommands(
    isRoot
      ? []
      : [{ title: "Open the folder above", keys: "u", group: "Files", run: () => openFolder(folderOf(path)) }],
  );
  return (
    <>
      <nav className={style.path} aria-label="Folders above">
        <Button
          look="bare"
          isSquare
          aria-label="Open the root"
          icon={<House size={15} aria-hidden />}
          onClick={() => openFolder("")}
        />
        {names.map((name, place) => {
          const here = names.slice(0, place + 1).join("/");
          return (
            <span key={here} className={style.part}>
              <span aria-hidden>/</span>
              {place === names.length - 1 ? (
                <bdi aria-current="page">{visible(name)}</bdi>
              ) : (
                <button type="button" onClick={() => openFolder(here)}>
                  <bdi>{visible(name)}</bdi>
                </button>
              )}
            </span>
          );
        })}
      </nav>
      {!isRoot && (
        <Button look="bare" icon={<ArrowUp size={15} aria-hidden />} onClick={() => openFolder(folderOf(path))}>
          Up <Keys of="u" />
        </Button>
      )}
    </>
  );
}
