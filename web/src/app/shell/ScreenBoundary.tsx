import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
  /** Styles a failure that fills the page. */
  className?: string;
}

interface State {
  error: unknown;
}

/** Keeps the surrounding page when a screen throws or its code cannot be loaded, for example after a deployment. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('a screen failed', error, componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const problem = <ErrorState error={this.state.error} onRetry={() => location.reload()} />;
    return this.props.className ? <main className={this.props.className}>{problem}</main> : problem;
  }
}
