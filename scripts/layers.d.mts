export interface Layer {
  name: string;
  about: string;
  folders: string[];
}

export interface Tree {
  /** A folder below the root of the repository. Empty for the root itself. */
  root: string;
  /** The highest first. Empty where each folder lists what it imports. */
  layers: Layer[];
  mayImport: Record<string, string[]>;
}

export const trees: Tree[];

/** Returns why `file` must not import `target`, or null. Both are paths below the root, without their endings. */
export function objection(file: string, target: string): string | null;
