// What agents, code hosts or other people wrote, shown in its own boundary: whatever it holds, the rest of the page
// stays. If it cannot be shown as it should be, it is shown as plain text.
import { Component } from "react";
import type { ReactNode } from "react";
import style from "./ContentBoundary.module.css";

interface Props {
  children: ReactNode;
  /** Such as “message”: the part that could not be shown. */
  what: string;
  /** What is shown in its place, as it was written. */
  text?: string;
  /** The boundary tries again when this changes. By default that is the text. */
  resetKey?: unknown;
  /** The element that the place in the page asks for, when that is a row of a list. */
  as?: "div" | "li" | "tr" | "td";
}

interface State {
  hasFailed: boolean;
  resetKey: unknown;
}

/** Plain text is quick to show, unless there is very much of it. */
const maxShown = 4_000;

/** More than any table has. */
const allColumns = 100;

export class ContentBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: resetKeyOf(this.props) };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    const about = resetKeyOf(props);
    return Object.is(about, state.resetKey) ? null : { hasFailed: false, resetKey: about };
  }

  override render(): ReactNode {
    const { children, what, text = "", as: Element = "div" } = this.props;
    if (!this.state.hasFailed) return children;
    const instead = (
      <>
        <p className={style.why}>This {what} cannot be displayed properly.</p>
        {text !== "" && <pre>{text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}</pre>}
      </>
    );
    return (
      <Element className={style.contained} data-contained {...(Element === "td" ? { role: "cell" } : {})}>
        {Element === "tr" ? <td colSpan={allColumns}>{instead}</td> : instead}
      </Element>
    );
  }
}

function resetKeyOf({ resetKey, text = "" }: Props): unknown {
  return resetKey ?? text;
}
