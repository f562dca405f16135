import { operationsOf } from '../app.module.js';
import type { MetricSnapshot } from './telemetry/tally.js';
import type { Settings } from '../config/settings.js';

/** First of all: the settings as texts, the name under which it claims jobs, and what the server offers. */
export interface Begin {
  readonly begin: Readonly<Record<string, string>>;
  readonly worker: string;
  readonly offer: string;
}

/** What a server tells its job workers. */
export type ToWorker =
  | Begin
  | { readonly work: true }
  /** Finish the group under way, and end. */
  | { readonly stop: true };

/** What they tell it: that they live, every second, and whether they have something to do. */
export interface FromWorker {
  readonly busy: boolean;
  /** All that it has counted since its start, where somebody looks at metrics. */
  readonly counted?: MetricSnapshot;
}

/** How often a worker says that it lives, in milliseconds. */
export const ALIVE_MS = 1_000;

/** What can become a job by these settings: a server and its workers must agree in it, or calls would fail for no reason. */
export const offerOf = (settings: Settings): string => {
  const kinds = settings.installedRooms.flatMap(({ manifest }) => manifest.jobs ?? []);
  const calls = operationsOf(settings).map(({ service, name }) => `${service}.${name}`);
  return [...kinds.map(({ name }) => name), ...calls].sort().join(' ');
};
