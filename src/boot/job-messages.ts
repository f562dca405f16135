import { operationsOf } from '../app.module.js';
import type { MetricSnapshot } from './telemetry/tally.js';
import type { Settings } from '../config/settings.js';

/**
 * First message: the settings as text, the name under which the worker claims jobs, and the kinds of work that the
 * server offers.
 */
export interface Begin {
  readonly begin: Readonly<Record<string, string>>;
  readonly worker: string;
  readonly offer: string;
}

export type ToWorker =
  | Begin
  | { readonly work: true }
  /** Finish the current group, then exit. */
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
 * Kinds of calls and jobs with these settings. They must be equal in a server and its workers; otherwise calls would
 * fail without a reason.
 */
export const offerOf = (settings: Settings): string => {
  const kinds = settings.installedRooms.flatMap(({ manifest }) => manifest.jobs ?? []);
  const calls = operationsOf(settings).map(({ service, name }) => `${service}.${name}`);
  return [...kinds.map(({ name }) => name), ...calls].sort().join(' ');
};
