// The tables in which the engine stores data of its own as documents, in a namespace that no component has. Functions
// cannot reach it. A client that watches it learns of changes as with any other table.

/** The namespace of the engine's own tables. The path of a component never begins like this. */
export const engineNamespace = "_engine";

export const exportsTable = "exports";
export const importsTable = "imports";

export function isEngineNamespace(component: string): boolean {
  return component.startsWith(engineNamespace);
}
