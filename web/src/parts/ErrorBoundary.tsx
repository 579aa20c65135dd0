// Keeps a broken part from taking the page with it.
import { Component } from "react";
import type { ReactNode } from "react";
import { toServiceError } from "../feedback/serviceError";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { ChunkLoadErrorPage } from "./ChunkLoadErrorPage";
import { ChunkLoadError } from "./lazyComponent";

interface Props {
  children: ReactNode;
  /** The boundary forgets its error when this changes, such as the address. */
  resetKey: string;
  /** What surrounds the message, such as the dialog whose code is missing. */
  frame?: (message: ReactNode) => ReactNode;
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
    const { children, frame = (message) => message } = this.props;
    if (error === null) return children;
    if (error instanceof ChunkLoadError) return frame(<ChunkLoadErrorPage />);
    const { code, message } = toServiceError(error);
    return frame(
      <EmptyState
        title={code === "NOT_FOUND" ? "Not found" : "This cannot be shown"}
        action={<Button onClick={() => this.setState({ error: null })}>Try again</Button>}
      >
        {message}
      </EmptyState>,
    );
  }
}
