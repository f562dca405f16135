/** The payload for subscribers: an event about one record (webhooks.md, "Events"). */
export interface SubscribableEvent {
  /** The same for every attempt, even if a process died in between. */
  readonly id: string;
  /** For example `customerPrice.updated`. */
  readonly type: string;
  /** The record of the event. Events of the same record are sent in order. */
  readonly subject: string;
  /** Keys and ids that filters match. */
  readonly keys: readonly string[];
  readonly at: Date;
  readonly data: object;
}

type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

interface Named {
  readonly name: string;
  /** Audit actions, by resource and action. */
  readonly acts: readonly string[];
  /** Condition on the changes; default: always true. */
  readonly is?: (changes: Changes) => boolean;
}

const became =
  (status: string) =>
  ({ status: change }: Changes): boolean =>
    change?.[1] === status;

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

const reachesMore = ({ customer_ids: customers, customer_group_ids: groups }: Changes): boolean =>
  [customers, groups].some((change) => listed(change?.[1]).some((id) => !listed(change?.[0]).includes(id)));

const hasFindings = ({ kind, result }: Changes): boolean => {
  const found = result?.[1];
  return (
    kind?.[1] === 'price_lint' &&
    typeof found === 'object' &&
    found !== null &&
    'findings' in found &&
    found.findings !== 0
  );
};

/** Events with their own names, in addition to the standard events of records. */
const NAMED: readonly Named[] = [
  { name: 'document.published', acts: ['documentCustomer.created', 'documentCustomerGroup.created'] },
  { name: 'document.published', acts: ['document.created', 'document.updated'], is: reachesMore },
  { name: 'passport.published', acts: ['passportVersion.created', 'passportVersion.updated'], is: became('published') },
  { name: 'passport.archived', acts: ['passportVersion.updated'], is: became('archived') },
  {
    name: 'registry.proof_due',
    acts: ['passportRegistryEntry.updated'],
    is: ({ reminded_at: change }) => typeof change?.[1] === 'string',
  },
  { name: 'lint.found', acts: ['job.done'], is: hasFindings },
];

/** Events with their own names, each with its resource. */
export const NAMED_ACTS: readonly { readonly name: string; readonly resource: string }[] = NAMED.flatMap(
  ({ name, acts }) => acts.map((act) => ({ name, resource: act.split('.')[0] ?? '' })),
);

export const PRICE_CHANGED = 'price.changed';
export const TEST_EVENT = 'webhook.test';

/** Event names that do not start with a declared resource. */
const NAMED_EVENTS: readonly string[] = [
  PRICE_CHANGED,
  ...NAMED.map(({ name }) => name),
  ...['created', 'done', 'failed', 'failed_for_now', 'cancelled', 'retried'].map((action) => `job.${action}`),
];

const PATTERN = /^(?:\*|[A-Za-z]{1,64}\.(?:\*|[a-z_]{1,32}))$/;

export const isEventPattern = (text: string): boolean => PATTERN.test(text);

/** Whether the pattern matches any event of these resources. */
export const wantsEvent = (pattern: string, resources: ReadonlySet<string>): boolean => {
  const [about = '', what] = pattern.split('.');
  if (about === '*' || resources.has(about)) return true;
  return NAMED_EVENTS.some((name) => name === pattern || (what === '*' && name.startsWith(`${about}.`)));
};

export const matchesPattern = (type: string, patterns: readonly string[]): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );

/** The event names for an audit entry of a record. */
export const typesOf = (resource: string, action: string, changes: Changes): readonly string[] => {
  const type = `${resource}.${action}`;
  const named = NAMED.filter(({ acts, is }) => acts.includes(type) && (is?.(changes) ?? true));
  return [type, ...named.map(({ name }) => name)];
};

const fits = (word: string, key: string): boolean =>
  word.endsWith('*') ? key.startsWith(word.slice(0, -1)) : key === word;

/** Whether a filter matches an event; an empty filter matches all. */
export const passes = (filter: readonly string[], keys: readonly string[]): boolean =>
  filter.length === 0 || filter.some((word) => keys.some((key) => fits(word, key)));
