import type { Day } from '../../../libs/kernel/index.js';
import { NOT_LOGGED_IN } from './document.js';

/** Stands for all websites (commerce.md). */
const ALL_WEBSITES = 0;

/** A customer as the visibility of documents asks for one. */
export interface ViewingCustomer {
  readonly id: number;
  readonly groupId: number;
  /** Whether the customer may sign in here at all: is active, and this is a website of theirs. */
  readonly mayEnter: boolean;
}

export interface Viewer {
  /** Undefined: nobody is signed in. */
  readonly customer: ViewingCustomer | undefined;
  readonly websiteId: number;
  /** In the website's time zone. */
  readonly today: Day;
}

export interface VisibilityFacts {
  readonly websiteId: number;
  readonly isPublic: number;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  /** Of its customers and groups at least the viewer's. */
  readonly customerIds: readonly number[];
  readonly customerGroupIds: readonly number[];
  /** Whether it has a file, or is external and has an address. */
  readonly hasContent: boolean;
}

/** The rules in the order in which they are told. */
export const RULES = [
  'website',
  'valid_from',
  'valid_to',
  'public',
  'signed_in',
  'customer',
  'customer_group',
  'content',
] as const;
export type Rule = (typeof RULES)[number];

/** Which rule lets a document be seen, or the first that keeps it hidden; `assigned`: neither customer nor group is. */
export type Reason = Rule | 'assigned';

export interface Visibility {
  readonly visible: boolean;
  readonly reason: Reason;
  readonly rules: readonly { readonly rule: Rule; readonly holds: boolean }[];
}

const holding = (
  document: VisibilityFacts,
  { customer, websiteId, today }: Viewer,
): Readonly<Record<Rule, boolean>> => ({
  website: document.websiteId === ALL_WEBSITES || document.websiteId === websiteId,
  valid_from: document.validFrom === null || document.validFrom <= today,
  valid_to: document.validTo === null || document.validTo >= today,
  public: document.isPublic === 1,
  signed_in: customer?.mayEnter === true,
  customer: customer !== undefined && document.customerIds.includes(customer.id),
  // NOT LOGGED IN grants nothing, whoever is in it.
  customer_group:
    customer !== undefined &&
    customer.groupId !== NOT_LOGGED_IN &&
    document.customerGroupIds.includes(customer.groupId),
  content: document.hasContent,
});

/** What lets somebody see it where place and time are right: undefined if nothing does. */
const grantedBy = (holds: Readonly<Record<Rule, boolean>>): Rule | undefined => {
  if (holds.public) return 'public';
  if (!holds.signed_in) return undefined;
  if (holds.customer) return 'customer';
  return holds.customer_group ? 'customer_group' : undefined;
};

/**
 * Who sees a document (documents.md, "Who sees a document"): on its website AND within its days AND (public OR signed in and assigned to the
 * customer or the customer's group) AND it has a file or an address. Every view of customers and "why" go by it; the
 * search states the same in SQL, and a test holds both together.
 */
export const visibilityOf = (document: VisibilityFacts, viewer: Viewer): Visibility => {
  const holds = holding(document, viewer);
  const granted = grantedBy(holds);
  const hidden: Reason | undefined =
    (['website', 'valid_from', 'valid_to'] as const).find((rule) => !holds[rule]) ??
    (granted === undefined ? (holds.signed_in ? 'assigned' : 'signed_in') : undefined) ??
    (holds.content ? undefined : 'content');
  return {
    visible: hidden === undefined,
    reason: hidden ?? granted ?? 'assigned',
    rules: RULES.map((rule) => ({ rule, holds: holds[rule] })),
  };
};
