// A component that only calls a hook, and records what it has shown with each commit of React.
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import {
  Component,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
} from "react";
import { create } from "react-test-renderer";
import { onTestFinished } from "vitest";
import { Seen } from "./clients";

class Rendered<Shown> extends Seen<Shown> {
  readonly errors = new Seen<Error>();

  /** The recorded values without repetitions: React may render a component again without a change. */
  get changes(): Shown[] {
    return this.items.filter((item, at) => at === 0 || JSON.stringify(item) !== JSON.stringify(this.items[at - 1]));
  }

  get last(): Shown {
    const last = this.items.at(-1);
    if (last === undefined) throw new Error("Nothing has been shown.");
    return last;
  }
}

/** Wraps the component in the provider of a client. */
const provide = (client: ConvexReactClient) => (children: ReactNode) =>
  createElement(ConvexProvider, { client, children });

/** Shows the hook's result. `again` renders it with another hook of the same kind. */
export function render<Shown>(client: ConvexReactClient, hook: () => Shown) {
  return renderWithin(provide(client), hook);
}

export function renderWithin<Shown>(within: (children: ReactNode) => ReactElement, hook: () => Shown) {
  const shown = new Rendered<Shown>();
  function Shows({ hook }: { hook: () => Shown }): ReactNode {
    const value = hook();
    useLayoutEffect(() => shown.add(value));
    return null;
  }
  let tellGone: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (tellGone = resolve));
  function TellsGone(): ReactNode {
    useEffect(() => tellGone, []);
    return null;
  }
  const tree = (hook: () => Shown) => {
    const boundary = createElement(Boundary, { caught: shown.errors.add }, createElement(Shows, { hook }));
    return within(createElement(Fragment, null, boundary, createElement(TellsGone)));
  };
  // oxlint-disable-next-line typescript/no-deprecated -- the only renderer that needs no document
  const renderer = create(tree(hook));
  /** Unmounts in one step, since ending effects may still need the client. */
  const unmount = async () => {
    renderer.unmount();
    await gone;
  };
  onTestFinished(unmount);
  return Object.assign(shown, { again: (hook: () => Shown) => renderer.update(tree(hook)), unmount });
}

interface BoundaryProps {
  caught: (error: Error) => void;
  children?: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.caught(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
