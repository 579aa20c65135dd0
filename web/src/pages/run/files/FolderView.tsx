// The folders and files of a folder, by name.
import { File, Folder } from "lucide-react";
import { api } from "../../../../../convex/_generated/api";
import { visible } from "../../../domain/code/visible";
import { useProjectList } from "../../../live/useProjectQuery";
import { Boundary } from "../../../parts/Boundary";
import { Empty } from "../../../parts/Empty";
import { Loading } from "../../../parts/Loading";
import { MoreRows } from "../../../parts/MoreRows";
import { useRowKeys } from "../../../parts/useRowKeys";
import { sizeText } from "./sizeText";
import type { FileAddress } from "./useFileAddress";
import style from "./Files.module.css";

interface Props {
  sandboxId: string;
  address: FileAddress;
}

export function FolderView(props: Props) {
  return (
    <Boundary about={`${props.sandboxId}/${props.address.folder}`}>
      <Entries {...props} />
    </Boundary>
  );
}

const pageLength = 100;

function Entries({ sandboxId, address: { folder, openFolder, openFile } }: Props) {
  const { results, status, loadMore } = useProjectList(
    api.sandboxes.dashboard.files,
    { id: sandboxId, path: folder },
    pageLength,
  );
  const types = new Map(results.map(({ path, type }) => [path, type]));
  const open = (path: string) => (types.get(path) === "folder" ? openFolder(path) : openFile(path));
  const { rowProps } = useRowKeys([...types.keys()], "file", open);
  if (status === "LoadingFirstPage") return <Loading />;
  if (results.length === 0) return <Empty title="The folder is empty" />;
  return (
    <>
      <ul className={style.entries}>
        {results.map(({ path, name, type, size }) => (
          <li key={path} className={style.entry} {...rowProps(path)}>
            <button type="button" onClick={() => open(path)}>
              {type === "folder" ? <Folder size={15} aria-label="Folder" /> : <File size={15} aria-label="File" />}
              <bdi className={style.name}>{visible(name)}</bdi>
            </button>
            <span className={style.size}>{size === null ? "" : sizeText(size)}</span>
          </li>
        ))}
      </ul>
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(pageLength)} />
    </>
  );
}
