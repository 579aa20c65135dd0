// The folders and files of a folder, by name.
import { File, Folder } from "lucide-react";
import { api } from "#convex/_generated/api";
import { showInvisible } from "../../../domain/code/showInvisible";
import { useProjectList, useProjectQuery } from "../../../live/projectHooks";
import { EachRow } from "../../../parts/EachRow";
import { EmptyState } from "../../../parts/EmptyState";
import { Loading } from "../../../parts/Loading";
import { MoreRows } from "../../../parts/MoreRows";
import { Loaded } from "../../../parts/Loaded";
import { useRowNavigation } from "../../../parts/useRowNavigation";
import { sizeText } from "./sizeText";
import type { FileAddress } from "./useFileAddress";
import style from "./Files.module.css";

interface Props {
  sandboxId: string;
  address: FileAddress;
}

const pageLength = 100;

/** A list breaks at a refusal. That nothing was reported yet is usual, so a small query finds it out before. */
export function FolderView({ sandboxId, address }: Props) {
  const paginationOpts = { numItems: 1, cursor: null };
  const found = useProjectQuery(api.sandboxes.dashboard.files, { id: sandboxId, path: address.folder, paginationOpts });
  if (found.kind === "error" && found.error.code === "NOT_FOUND") {
    return (
      <EmptyState title={address.folder === "" ? "No files yet" : "Folder not found"}>
        {address.folder === ""
          ? "The runner reports the files of a step when the agent has finished it."
          : "The runner has not reported it in this step. Choose another step, or go up."}
      </EmptyState>
    );
  }
  return <Loaded result={found}>{() => <Entries sandboxId={sandboxId} address={address} />}</Loaded>;
}

function Entries({ sandboxId, address: { folder, openFolder, openFile } }: Props) {
  const { results, status, loadMore } = useProjectList(
    api.sandboxes.dashboard.files,
    { id: sandboxId, path: folder },
    pageLength,
  );
  const types = new Map(results.map(({ path, type }) => [path, type]));
  const open = (path: string) => (types.get(path) === "folder" ? openFolder(path) : openFile(path));
  const { rowProps } = useRowNavigation([...types.keys()], "file", open);
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <EmptyState title="The folder is empty" />;
  return (
    <>
      <ul className={style.entries}>
        <EachRow items={results} keyOf={({ path }) => path} as="li">
          {({ path, name, type, size }) => (
            <li className={style.entry} {...rowProps(path)}>
              <button type="button" onClick={() => open(path)}>
                {type === "folder" ? <Folder size={15} aria-label="Folder" /> : <File size={15} aria-label="File" />}
                <bdi className={style.name}>{showInvisible(name)}</bdi>
              </button>
              <span className={style.size}>{size === null ? "" : sizeText(size)}</span>
            </li>
          )}
        </EachRow>
      </ul>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(pageLength)} />
    </>
  );
}
