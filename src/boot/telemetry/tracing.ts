import {
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type OpenSpan, type SpanContext, traceBy, type Tracer } from '../../../libs/kernel/index.js';
import { VERSION } from '../../config/version.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Time limit in milliseconds for sending spans at exit; the rest is lost. Ending a span does not wait for the
 * collector.
 */
const LAST_SPANS_MS = 3_000;

const propagator = new W3CTraceContextPropagator();

class OtelSpan implements OpenSpan {
  constructor(
    private readonly span: Span,
    private readonly active: Context,
    private readonly contexts: AsyncLocalStorageContextManager,
  ) {}

  get context(): SpanContext {
    return this.span.spanContext();
  }

  within<T>(work: () => T): T {
    return this.contexts.with(this.active, work);
  }

  tell({ name, attributes }: Parameters<OpenSpan['tell']>[0]): void {
    if (name !== undefined) this.span.updateName(name);
    if (attributes) this.span.setAttributes(attributes);
  }

  /** Records only the error's type, because its message may contain user data. */
  end(error?: unknown): void {
    if (error !== undefined) {
      const message = error instanceof Error ? error.name : 'failed';
      this.span.setStatus({ code: SpanStatusCode.ERROR, message });
      this.span.setAttribute('error.type', message);
    }
    this.span.end();
  }
}

class OtelTracer implements Tracer {
  private readonly contexts = new AsyncLocalStorageContextManager().enable();
  private readonly tracer;

  constructor(provider: BasicTracerProvider) {
    this.tracer = provider.getTracer('kontor', VERSION);
  }

  begin(...[name, { kind = 'internal', attributes = {} }, parent]: Parameters<Tracer['begin']>): OpenSpan {
    const above = parent ? propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter) : this.contexts.active();
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
    return new OtelSpan(span, trace.setSpan(above, span), this.contexts);
  }

  context(): SpanContext | undefined {
    return trace.getSpan(this.contexts.active())?.spanContext();
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    propagator.inject(this.contexts.active(), headers, defaultTextMapSetter);
    return headers;
  }
}

/**
 * Starts sending traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT (metrics.md, "Traces"). The SDK reads the
 * OTEL_… settings itself. Returns a function that sends the remaining spans and stops tracing.
 */
export const startTracing = (): (() => Promise<void>) => {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'kontor', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = new OtelTracer(provider);
  traceBy(tracer);
  return async () => {
    traceBy(undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_SPANS_MS)));
    await Promise.race([provider.shutdown().catch(() => undefined), late]).finally(() => clearTimeout(timer));
  };
};
