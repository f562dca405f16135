import { isAskedFor, NAMED_ACTS, PRICE_CHANGED, TEST_EVENT } from './events.js';

/** Who reads the feed of changed prices may hear of them. */
const READ_CHANGES = '_Pricing::manage';
const JOBS = { resource: 'job', right: '_Jobs::manage' } as const;
/** What the audit trail has of something that is no declared resource is read there alone. */
const READ_AUDIT = '_Audit::read';

/** The right to read records, by the resource's name as the audit trail has it. */
export type ReadRights = ReadonlyMap<string, string>;

const rightOf = (resource: string, rights: ReadRights): string =>
  resource === JOBS.resource ? JOBS.right : (rights.get(resource) ?? READ_AUDIT);

/** What an event says of its record; nothing where it is about prices, or a test. */
export interface EventSubject {
  readonly type: string;
  readonly data: object;
}

/**
 * The right without which nobody hears of an event; undefined where none is needed. The jobs of an account are told to it
 * without any, as it sees them (jobs.md, "Asking what became of them").
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

/** All rights that events of these patterns need. */
export const rightsOfPatterns = (patterns: readonly string[], rights: ReadRights): readonly string[] => {
  const resources = [...rights.keys(), JOBS.resource].filter((resource) => matches(resource, patterns));
  const named = NAMED_ACTS.filter(({ name }) => isAskedFor(name, patterns)).map(({ resource }) => resource);
  const prices = isAskedFor(PRICE_CHANGED, patterns) ? [READ_CHANGES] : [];
  return [...new Set([...[...resources, ...named].map((resource) => rightOf(resource, rights)), ...prices])];
};
