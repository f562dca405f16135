import { operationsOf } from '../app.module.js';
import type { MetricSnapshot } from './telemetry/tally.js';
import type { Settings } from '../config/settings.js';

/** First of all: the settings as texts, the name under which it claims jobs, and what the server offers. */
export interface Begin {
  readonly begin: Readonly<Record<string, string>>;
  readonly worker: string;
  readonly offer: string;
}

/** Messages from a server to its job workers. */
export type ToWorker =
  | Begin
  | { readonly work: true }
  /** Finish the group under way, and end. */
  | { readonly stop: true };

/** Messages from a job worker to its server: a heartbeat every second, and whether it has work. */
export interface FromWorker {
  readonly busy: boolean;
  /** All its counters since its start, if metrics are enabled. */
  readonly counted?: MetricSnapshot;
}

/** Interval of the heartbeat in milliseconds. */
export const ALIVE_MS = 1_000;

/**
 * Kinds of calls and jobs with these settings. A server and its workers must agree, otherwise calls would fail without
 * reason.
 */
export const offerOf = (settings: Settings): string => {
  const kinds = settings.installedRooms.flatMap(({ manifest }) => manifest.jobs ?? []);
  const calls = operationsOf(settings).map(({ service, name }) => `${service}.${name}`);
  return [...kinds.map(({ name }) => name), ...calls].sort().join(' ');
};
