/** Attributes of a span. They must not contain ids, names, addresses of people, texts or SQL. */
export interface SpanFacts {
  /** The use case, the job, or the kind of statement. */
  name: string;
  kind: 'server' | 'consumer' | 'client';
  attributes: Record<string, string | number>;
}

export interface Outcome {
  attributes: Record<string, string | number>;
  /** Whether it is a fault of ours. */
  failed: boolean;
}

interface RunOptions {
  /** Describes the end; the error is undefined after a success. */
  outcome?: (error: unknown) => Outcome;
  /** The span of another process that this one continues, as in the header `traceparent`; anything else begins a trace. */
  parent?: string | undefined;
}

/** Where spans go; made by `export-traces.ts`, which is loaded only if traces have a receiver. */
export interface Tracing {
  /** Runs work inside a span. */
  run<T>(facts: SpanFacts, work: () => Promise<T>, options?: RunOptions): Promise<T>;
  /** The active span, as in the header `traceparent`. */
  current(): string | undefined;
  /** Notes what has just ended, inside the span that is active. */
  ended(facts: SpanFacts, tookMs: number, failed: boolean): void;
}

let tracing: Tracing | null = null;

export const traceWith = (receiver: Tracing | null): void => {
  tracing = receiver;
};

/** Null where traces have no receiver. Asked when routes, queues and connections are made. */
export const activeTracing = (): Tracing | null => tracing;
