import { Counter, Histogram, type Metric, REPEATED_EVENTS, SECONDS, SINGLE_EVENTS } from '../kernel/index.js';

/** Only declared operations are label values, so their number is fixed (metrics.md, "Requests"). */
export const REQUESTS = new Counter({
  name: 'kontor_requests_total',
  help: 'Requests, by operation, interface and status. The status "none" means that the connection was closed before the response started.',
  labels: ['operation', 'interface', 'status'],
});

export const REQUEST_SECONDS = new Histogram({
  name: 'kontor_request_seconds',
  help: 'Duration of requests in seconds, from the headers to the last byte of the response',
  labels: ['operation', 'interface'],
  bounds: SECONDS,
});

export const SECURITY_EVENTS = new Counter({
  name: 'kontor_security_events_total',
  help: 'Security events, by event, such as sign_in_refused, locked_out and right_missing; also logged with msg "security"',
  labels: ['event'],
  values: [...REPEATED_EVENTS, ...SINGLE_EVENTS],
});

/** Causes of refusals under load: `address`, `caller` (RATE_LIMIT), `heavy-caller`, `heavy`, `lag`. */
export const LIMITED = new Counter({
  name: 'kontor_limited_total',
  help: 'Rejected calls, by limit: address and caller (requests per minute), heavy-caller and heavy (heavy calls), lag (event loop lag)',
  labels: ['limit'],
  values: ['address', 'caller', 'heavy-caller', 'heavy', 'lag'],
});

export const WEB_METRICS: readonly Metric[] = [REQUESTS, REQUEST_SECONDS, SECURITY_EVENTS, LIMITED];
