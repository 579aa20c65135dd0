// Which folder or file of which sandbox is shown, and which of its lines. All of it is in the address.
import { useAddressParameters } from "../../../urlState/useAddressParameters";
import { parseLineRange } from "./lineRange";
import type { LineRange } from "./lineRange";

export interface FileAddress {
  sandbox: string | null;
  /** A folder; the root has none. */
  folder: string;
  /** Null while a folder is shown. */
  file: string | null;
  lines: LineRange | null;
  openFolder: (path: string) => void;
  openFile: (path: string) => void;
  chooseLines: (lines: LineRange) => void;
  chooseSandbox: (id: string) => void;
}

export function useFileAddress(): FileAddress {
  const { get, set } = useAddressParameters();
  const file = get("file");
  return {
    sandbox: get("sandbox"),
    folder: file === null ? (get("folder") ?? "") : parentFolder(file),
    file,
    lines: parseLineRange(get("lines") ?? ""),
    openFolder: (path) => set({ folder: path, file: null, lines: null }),
    openFile: (path) => set({ folder: null, file: path, lines: null }),
    chooseLines: ({ first, last }) => set({ lines: first === last ? `${first}` : `${first}-${last}` }),
    chooseSandbox: (id) => set({ sandbox: id }),
  };
}

export function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
