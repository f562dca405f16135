import { Counter, Histogram, type Metric, SECONDS } from '../kernel/index.js';

export const OUTBOUND_REQUESTS = new Counter({
  name: 'kontor_outbound_requests_total',
  help: 'Requests to other servers by client and outcome: answered (with any status), failed (refused address, no or too long answer)',
  labels: ['client', 'outcome'],
});

export const OUTBOUND_SECONDS = new Histogram({
  name: 'kontor_outbound_request_seconds',
  help: 'Time in seconds that requests to other servers took, by client',
  labels: ['client'],
  bounds: SECONDS,
});

export const OUTBOUND_METRICS: readonly Metric[] = [OUTBOUND_REQUESTS, OUTBOUND_SECONDS];
