import { Component, type ErrorInfo, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** What to show instead of the broken part; `retry` renders it again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
};
type State = { failed: boolean; error: unknown; attempt: number };

/** Keeps a part that breaks from taking the others with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, error: undefined, attempt: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  private readonly retry = (): void => {
    this.setState((state) => ({ failed: false, error: undefined, attempt: state.attempt + 1 }));
  };

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.state.error, this.retry) : this.props.children;
  }
}
