import {
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/settings.ts';
import { type Outcome, type SpanFacts, traceWith } from './traced.ts';

/** A slow or missing receiver must not delay a stop. */
const EXPORT_MS = 3000;
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The active context, or one inside the span of another process. */
function continued(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(context.active(), span) : context.active();
}

const plainOutcome = (error: unknown): Outcome => ({ attributes: {}, failed: error !== undefined });

/**
 * Sends spans of requests, jobs and statements to a receiver by OTLP over HTTP. There is no auto-instrumentation: all
 * spans come from our own code.
 */
export function startTracing(
  { url, service, ratio }: TracingConfig,
  attributes: Record<string, string> = {},
): { stop(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager();
  context.setGlobalContextManager(contexts.enable());
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, ...attributes }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer('cusp');
  const begin = (
    { name, kind, attributes }: SpanFacts,
    { startTime, parent = context.active() }: { startTime?: number; parent?: Context } = {},
  ): Span =>
    tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, ...(startTime === undefined ? {} : { startTime }) },
      parent,
    );

  traceWith({
    async run(facts, work, { outcome = plainOutcome, parent } = {}) {
      const span = begin(facts, { parent: continued(parent) });
      // Messages and stacks of errors can contain user input, so only the outcome is kept.
      const end = (error?: unknown) => {
        const { attributes: more, failed } = outcome(error);
        span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
      try {
        const result = await context.with(trace.setSpan(context.active(), span), work);
        end();
        return result;
      } catch (error) {
        end(error ?? null);
        throw error;
      }
    },
    current() {
      const span = trace.getSpanContext(context.active());
      if (!span || !isSpanContextValid(span)) return undefined;
      return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
    },
    ended(facts, tookMs, failed) {
      // Statements outside of requests and jobs, such as those of the job queues, would each become a trace.
      if (!trace.getSpan(context.active())) return;
      const now = Date.now();
      const span = begin(facts, { startTime: now - tookMs });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    },
  });
  return {
    async stop() {
      traceWith(null);
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}
