// Keeps a broken part from taking the page with it.
import { Component } from "react";
import type { ReactNode } from "react";
import { toServiceError } from "../feedback/serviceError";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";

interface Props {
  children: ReactNode;
  /** The boundary forgets its error when this changes, such as the address. */
  resetKey: string;
}

interface State {
  error: unknown;
  resetKey: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { code, message } = toServiceError(error);
    const again = (
      <Button onClick={() => (isMissingCode(error) ? location.reload() : this.setState({ error: null }))}>
        Try again
      </Button>
    );
    if (isMissingCode(error)) {
      return (
        <EmptyState title="The dashboard was updated" action={again}>
          This page belongs to a newer version.
        </EmptyState>
      );
    }
    return (
      <EmptyState title={code === "NOT_FOUND" ? "Not found" : "This cannot be shown"} action={again}>
        {message}
      </EmptyState>
    );
  }
}

/** After an update, the parts of the previous version are gone from the server. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/.test(error.message)
  );
}
