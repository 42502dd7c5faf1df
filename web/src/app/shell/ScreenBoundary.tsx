import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { checkConnection, connection, onConnection } from '../../client/connection.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
  /** Styles a failure that fills the page. */
  className?: string;
}

interface State {
  error: unknown;
  /** It failed because its code could not be loaded without a connection; undefined while that is unknown. */
  isOffline: boolean | undefined;
}

const OFFLINE = new ApiError(0, { code: 'offline' });

/** Keeps the surrounding page when a screen throws or its code cannot be loaded, for example after a deployment. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, isOffline: undefined };
  #stop = () => {};

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error };
  }

  override componentDidMount(): void {
    // Browsers may remember that a module failed, so only a reload is sure to load it.
    this.#stop = onConnection(() => {
      if (connection().isUp && this.state.isOffline) location.reload();
    });
  }

  override componentWillUnmount(): void {
    this.#stop();
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('a screen failed', error, componentStack);
    void checkConnection().then((isUp) => this.setState({ isOffline: !isUp }));
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.state.isOffline === undefined) return null;
    const error = this.state.isOffline ? OFFLINE : this.state.error;
    const problem = <ErrorState error={error} onRetry={() => location.reload()} />;
    return this.props.className ? <main className={this.props.className}>{problem}</main> : problem;
  }
}
