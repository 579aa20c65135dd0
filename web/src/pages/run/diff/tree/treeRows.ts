// The changed files as a tree. A folder that holds only a folder is one row with it.
import type { FileView } from "../rows/fileViews";

export type TreeRow =
  | { kind: "folder"; key: string; name: string; depth: number; isOpen: boolean; added: number; removed: number }
  | { kind: "file"; key: string; name: string; depth: number; file: FileView };

interface Folder {
  path: string;
  name: string;
  folders: Map<string, Folder>;
  files: FileView[];
}

/** Below this the rest of a path is one name: nobody reads deeper, and each level is a call. */
const maxDepth = 60;

/** With a filter, all folders are open and only files whose path contains it are there. */
export function treeRows(files: readonly FileView[], closed: ReadonlySet<string>, filter: string): TreeRow[] {
  const words = filter.toLowerCase();
  const found = files.filter(({ path }) => path.toLowerCase().includes(words));
  return [...folderRows(buildTree(found), 0, filter === "" ? closed : new Set())];
}

/** The files in the order in which the tree shows them, with all of its folders open. */
export function inTreeOrder(files: readonly FileView[]): FileView[] {
  return treeRows(files, new Set(), "").flatMap((row) => (row.kind === "file" ? [row.file] : []));
}

function buildTree(files: readonly FileView[]): Folder {
  const root = emptyFolder("", "");
  for (const file of files) {
    let folder = root;
    for (const name of foldersOf(file.path)) {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const next = folder.folders.get(name) ?? emptyFolder(path, name);
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return root;
}

function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.length <= maxDepth ? names : [...names.slice(0, maxDepth), names.slice(maxDepth).join("/")];
}

function emptyFolder(path: string, name: string): Folder {
  return { path, name, folders: new Map(), files: [] };
}

function* folderRows(folder: Folder, depth: number, closed: ReadonlySet<string>): Generator<TreeRow> {
  const folders = [...folder.folders.values()].map(mergeSingleFolders).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const files = folder.files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const each of folders) {
    const isOpen = !closed.has(each.path);
    const { added, removed } = countChanges(each);
    yield { kind: "folder", key: each.path, name: each.name, depth, isOpen, added, removed };
    if (isOpen) yield* folderRows(each, depth + 1, closed);
  }
  for (const file of files) {
    yield { kind: "file", key: file.key, name: file.path.slice(file.path.lastIndexOf("/") + 1), depth, file };
  }
}

function mergeSingleFolders(folder: Folder): Folder {
  const [only] = folder.folders.values();
  if (only === undefined || folder.folders.size > 1 || folder.files.length > 0) return folder;
  return mergeSingleFolders({ ...only, name: `${folder.name}/${only.name}` });
}

function countChanges(folder: Folder): { added: number; removed: number } {
  const inside = [...folder.files.map(({ file }) => file), ...[...folder.folders.values()].map(countChanges)];
  return {
    added: inside.reduce((sum, { added }) => sum + added, 0),
    removed: inside.reduce((sum, { removed }) => sum + removed, 0),
  };
}
