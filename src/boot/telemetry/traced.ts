import type { Settings } from '../../config/settings.js';

/** Shuts tracing down. Without tracing it does nothing, and the SDK is not loaded. */
export type EndTracing = () => Promise<void>;

export const tracedBy = async (settings: Settings): Promise<EndTracing> => {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return () => Promise.resolve();
  for (const [name, value] of Object.entries(settings)) {
    // eslint-disable-next-line no-restricted-syntax -- the SDK itself reads it; here it may come from .env or a file
    if (name.startsWith('OTEL_') && value !== undefined) process.env[name] = String(value);
  }
  const { startTracing } = await import('./tracing.js');
  return startTracing();
};
