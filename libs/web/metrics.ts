import { Counter, Histogram, type Metric, REPEATED_EVENTS, SECONDS, SINGLE_EVENTS } from '../kernel/index.js';

/** Operations are those that are declared, and there are as many whatever is asked (metrics.md, "Requests"). */
export const REQUESTS = new Counter({
  name: 'kontor_requests_total',
  help: 'Requests by declared operation, interface and status; status "none": the connection ended before an answer had begun',
  labels: ['operation', 'interface', 'status'],
});

export const REQUEST_SECONDS = new Histogram({
  name: 'kontor_request_seconds',
  help: 'How long requests took, from their head to the last byte of the answer',
  labels: ['operation', 'interface'],
  bounds: SECONDS,
});

export const SECURITY_EVENTS = new Counter({
  name: 'kontor_security_events_total',
  help: 'What the log tells as msg "security": sign_in_refused, locked_out, right_missing and others',
  labels: ['event'],
  told: [...REPEATED_EVENTS, ...SINGLE_EVENTS],
});

/** What is refused since there is too much of it: `address`, `caller` (RATE_LIMIT), `heavy-caller`, `heavy`, `lag`. */
export const LIMITED = new Counter({
  name: 'kontor_limited_total',
  help: 'Calls refused: too many in a minute of an address or a caller, too many heavy ones (heavy-caller, heavy), or event loop lag',
  labels: ['limit'],
  told: ['address', 'caller', 'heavy-caller', 'heavy', 'lag'],
});

export const WEB_METRICS: readonly Metric[] = [REQUESTS, REQUEST_SECONDS, SECURITY_EVENTS, LIMITED];
