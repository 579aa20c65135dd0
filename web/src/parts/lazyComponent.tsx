// Components whose code is loaded when they are first shown. React's `lazy` is not used: it shows what has loaded up to
// 300 ms late, and it keeps a failure until the page is loaded again.
import { useEffect, useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { Listeners } from "../session/listeners";
import { Loading } from "./Loading";

/** The code did not arrive: there is no connection, or the server has only the files of a newer version. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("The code of this page cannot be loaded.", { cause });
    this.name = "ChunkLoadError";
  }
}

export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Begins to load before the component is shown. */
  load: () => void;
}

type Loaded<Props> = { Component: ComponentType<Props> } | ChunkLoadError | null;

/** `Waiting` is shown until the code is there. The component throws `ChunkLoadError` to the boundary around it. */
export function lazyComponent<Props extends object>(
  importCode: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props> = () => <Loading />,
): LazyComponent<Props> {
  const listeners = new Listeners();
  let loaded: Loaded<Props> = null;
  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading || loaded !== null) return;
    isLoading = true;
    try {
      const { default: Component } = await importCode();
      loaded = { Component };
    } catch (error) {
      loaded = new ChunkLoadError(error);
    }
    listeners.notify();
  }

  function Part(props: Props): ReactNode {
    const found = useSyncExternalStore(listeners.subscribe, () => loaded);
    useEffect(() => void load(), []);
    if (found instanceof ChunkLoadError) throw found;
    return found === null ? <Waiting {...props} /> : <found.Component {...props} />;
  }

  return Object.assign(Part, { load: () => void load() });
}
