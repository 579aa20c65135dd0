// Where things are: the part of the address after `#`. It is also the id of the element that is shown there.
//
//   guides/errors, guides/errors/lists      a guide, and a heading in it
//   reference, reference/runs               all areas, and the operations of one
//   operations/runs.start                   an operation
//   operations/runs.start/workflowId        a field of its request

export type AnchorTarget =
  | { kind: "start" }
  | { kind: "guide"; guide: string }
  | { kind: "areas" }
  | { kind: "area"; area: string }
  | { kind: "operation"; operation: string };

export const guideAnchor = (guide: string): string => `guides/${guide}`;
export const areaAnchor = (area: string): string => `reference/${areaId(area)}`;
export const operationAnchor = (operation: string): string => `operations/${operation}`;
export const fieldAnchor = (operation: string, field: string): string => `operations/${operation}/${field}`;

/** The name of an area may have spaces. */
export function areaId(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Returns the id in the address, without `#`. */
export function idInAddress(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

export function targetOfAnchor(id: string): AnchorTarget {
  const [kind, name] = id.split("/");
  if (kind === "reference") return name === undefined ? { kind: "areas" } : { kind: "area", area: name };
  if (name === undefined) return { kind: "start" };
  if (kind === "guides") return { kind: "guide", guide: name };
  return kind === "operations" ? { kind: "operation", operation: name } : { kind: "start" };
}
