// Keeps a broken part from taking the page with it.
import { Component } from "react";
import type { ReactNode } from "react";
import { refusalOf } from "../feedback/refusal";
import { Button } from "./Button";
import { Empty } from "./Empty";

interface Props {
  children: ReactNode;
  /** The boundary forgets its error when this changes, such as the address. */
  about: string;
}

interface State {
  error: unknown;
  about: string;
}

export class Boundary extends Component<Props, State> {
  override state: State = { error: null, about: this.props.about };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ about }: Props, state: State): Partial<State> | null {
    return about === state.about ? null : { error: null, about };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { code, message } = refusalOf(error);
    const again = (
      <Button onClick={() => (isMissingCode(error) ? location.reload() : this.setState({ error: null }))}>
        Try again
      </Button>
    );
    if (isMissingCode(error)) {
      return (
        <Empty title="The dashboard was updated" action={again}>
          This page belongs to a newer version.
        </Empty>
      );
    }
    return (
      <Empty title={code === "NOT_FOUND" ? "This is not here" : "This cannot be shown"} action={again}>
        {message}
      </Empty>
    );
  }
}

/** After an update, the parts of the previous version are gone from the server. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}
