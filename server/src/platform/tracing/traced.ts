/** Attributes of a span. They must not contain ids, names, addresses of people, texts or SQL. */
export interface SpanFacts {
  /** The use case, the job, or the kind of statement. */
  name: string;
  kind: 'server' | 'consumer' | 'client';
  attributes: Record<string, string | number>;
}

export interface Outcome {
  attributes: Record<string, string | number>;
  /** Whether it is a server error. */
  failed: boolean;
}

interface RunOptions {
  /** Describes the end; the error is undefined after a success. */
  outcome?: (error: unknown) => Outcome;
  /**
   * The span of another process that this one continues, as in the header `traceparent`; anything else begins a trace.
   */
  parent?: string | undefined;
}

/** Receiver of spans; made by `export-traces.ts`, which is loaded only if traces have a receiver. */
interface Tracing {
  /** Runs work inside a span. */
  run<T>(facts: SpanFacts, work: () => Promise<T>, options?: RunOptions): Promise<T>;
  /** The active span, as in the header `traceparent`. */
  current(): string | undefined;
  /** Records an operation that has just ended, inside the active span. */
  ended(facts: SpanFacts, tookMs: number, failed: boolean): void;
}

let tracing: Tracing | null = null;

export const traceWith = (receiver: Tracing | null): void => {
  tracing = receiver;
};

/** Null if traces have no receiver. Read when routes, queues and connections are created. */
export const activeTracing = (): Tracing | null => tracing;
