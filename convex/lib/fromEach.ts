// Makes functions from all functions of a module in one row, and an export chooses from them by name:
//
//     export const { create, update } = projectMutations(handlers);

/** Applies `make` to the exports of a module that are handlers. The others are left out. */
export function fromEach<Handler, Made>(
  module: object,
  isHandler: (value: unknown) => value is Handler,
  make: (handler: Handler, name: string) => Made,
): Record<string, Made> {
  const made: Record<string, Made> = {};
  for (const [name, value] of Object.entries(module)) if (isHandler(value)) made[name] = make(value, name);
  return made;
}
