// What the engine keeps of itself as documents, in a namespace that no component has: functions cannot reach it, and
// whoever watches it is told of changes as of any other table.

/** The path of a component never begins like this. */
export const engineNamespace = "_engine";

export const exportsTable = "exports";
export const importsTable = "imports";

export function isEngineNamespace(component: string): boolean {
  return component.startsWith(engineNamespace);
}
