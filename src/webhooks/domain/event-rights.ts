import { matchesPattern, NAMED_ACTS, PRICE_CHANGED, TEST_EVENT } from './events.js';

/** The right to read the feed of changed prices. */
const READ_CHANGES = '_Pricing::manage';
const JOBS = { resource: 'job', right: '_Jobs::manage' } as const;
/** Audit entries about anything except declared resources can only be read in the audit trail. */
const READ_AUDIT = '_Audit::read';

/** The right to read records, by the name of the resource in the audit trail. */
export type ReadRights = ReadonlyMap<string, string>;

const rightOf = (resource: string, rights: ReadRights): string =>
  resource === JOBS.resource ? JOBS.right : (rights.get(resource) ?? READ_AUDIT);

/** The part of an event that identifies its record; price changes and tests have none. */
export interface EventSubject {
  readonly type: string;
  readonly data: object;
}

/**
 * The right that an event requires; undefined if none. Events about the account's own jobs require none, because
 * accounts can always read their own jobs (jobs.md, "Status and results").
 */
export const neededRight = ({ type, data }: EventSubject, account: string, rights: ReadRights): string | undefined => {
  if (type === TEST_EVENT) return undefined;
  if (type === PRICE_CHANGED) return READ_CHANGES;
  const { resource, caller } = data as { readonly resource?: unknown; readonly caller?: unknown };
  if (typeof resource !== 'string') return READ_AUDIT;
  return resource === JOBS.resource && caller === account ? undefined : rightOf(resource, rights);
};

const matches = (resource: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => pattern === '*' || pattern.startsWith(`${resource}.`));

/** All rights required by events that match these patterns. */
export const rightsOfPatterns = (patterns: readonly string[], rights: ReadRights): readonly string[] => {
  const resources = [...rights.keys(), JOBS.resource].filter((resource) => matches(resource, patterns));
  const named = NAMED_ACTS.filter(({ name }) => matchesPattern(name, patterns)).map(({ resource }) => resource);
  const prices = matchesPattern(PRICE_CHANGED, patterns) ? [READ_CHANGES] : [];
  return [...new Set([...[...resources, ...named].map((resource) => rightOf(resource, rights)), ...prices])];
};
