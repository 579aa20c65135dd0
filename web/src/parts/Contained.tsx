// What agents, code hosts or other people wrote, shown in its own boundary: whatever it holds, the rest of the page
// stays. If it cannot be shown as it should be, it is shown as plain text.
import { Component } from "react";
import type { ReactNode } from "react";
import style from "./Contained.module.css";

interface Props {
  children: ReactNode;
  /** Such as “message”: the part that could not be shown. */
  what: string;
  /** What is shown in its place, as it was written. */
  text?: string;
  /** The boundary tries again when this changes. By default that is the text. */
  about?: string;
}

interface State {
  hasFailed: boolean;
  about: string;
}

/** Plain text is quick to show, unless there is very much of it. */
const maxShown = 4_000;

export class Contained extends Component<Props, State> {
  override state: State = { hasFailed: false, about: subjectOf(this.props) };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    const about = subjectOf(props);
    return about === state.about ? null : { hasFailed: false, about };
  }

  override render(): ReactNode {
    const { children, what, text = "" } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <div className={style.contained} data-contained>
        <p className={style.why}>This {what} cannot be shown as it should be.</p>
        {text !== "" && <pre>{text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}</pre>}
      </div>
    );
  }
}

function subjectOf({ about, text = "" }: Props): string {
  return about ?? text;
}
