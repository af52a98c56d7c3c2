// Sends OpenTelemetry traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. Spans contain routes
// and ids, never addresses, codes or messages of errors.
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

export interface Tracing {
  /** Traces the calls of a server. Call it before the routes are registered. */
  register(app: FastifyInstance): Promise<void>;
  /** Sends the remaining spans, with a timeout of five seconds. */
  close(): Promise<void>;
}

/**
 * Returns the name of a route in metrics and traces. An address to read is known by its beginning, so not even its pattern is in
 * what monitoring keeps.
 */
export const routeName = (url: string | undefined): string =>
  url === undefined ? 'none' : url.startsWith('/feeds/') ? 'feeds' : url;

const LAST_EXPORT_MS = 5_000;

/**
 * Loads the SDK only when a collector is set.
 * @returns null without a collector.
 */
export async function startTracing(env: {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
}): Promise<Tracing | null> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  const [{ NodeSDK, resources }, { FastifyOtelInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@fastify/otel'),
  ]);
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook: (span, { method, routeOptions }) => {
      const route = routeName(routeOptions.url);
      span.updateName(`${method} ${route}`);
      // The path of a request may contain a code, and the message of an error may contain an address. Send
      // neither.
      span.setAttribute('url.path', route);
      const setStatus = span.setStatus.bind(span);
      span.setStatus = ({ code }) => setStatus({ code });
    },
  });
  const sdk = new NodeSDK({
    serviceName: 'marquee',
    instrumentations: [requests],
    // Use only this detector: the default detectors add the command line and the system account of this
    // process.
    resourceDetectors: [resources.envDetector],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return {
    register: async (app) => {
      await app.register(requests.plugin());
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_EXPORT_MS);
      });
      // A collector that does not answer must not delay the end of this process.
      await Promise.race([sdk.shutdown().catch(() => undefined), timeout]);
      clearTimeout(timer);
    },
  };
}

/** Runs the work in a span. Without a collector, no span is sent. */
export function inSpan<T>(
  name: string,
  attributes: Record<string, string | number>,
  work: () => Promise<T>,
): Promise<T> {
  return trace.getTracer('marquee').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
