import type { Day } from '../../../libs/kernel/index.js';
import { NOT_LOGGED_IN } from './document.js';

/** Website 0 means all websites (commerce.md). */
const ALL_WEBSITES = 0;

export interface ViewingCustomer {
  readonly id: number;
  readonly groupId: number;
  /** True if the customer is active and belongs to this website. */
  readonly mayEnter: boolean;
}

export interface Viewer {
  /** Undefined for an anonymous viewer. */
  readonly customer: ViewingCustomer | undefined;
  readonly websiteId: number;
  /** Today in the website's time zone. */
  readonly today: Day;
}

export interface VisibilityFacts {
  readonly websiteId: number;
  readonly isPublic: number;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  /** Assigned customers. The list may contain only the viewer, if assigned. The same applies to the groups. */
  readonly customerIds: readonly number[];
  readonly customerGroupIds: readonly number[];
  /** True if the document has a file or an external URL. */
  readonly hasContent: boolean;
}

/** The rules in response order. */
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

/**
 * The rule that makes the document visible, or the first rule that hides it. `assigned` means that neither the customer
 * nor the group is assigned.
 */
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
  // NOT LOGGED IN never makes a document visible, even to customers in that group.
  customer_group:
    customer !== undefined &&
    customer.groupId !== NOT_LOGGED_IN &&
    document.customerGroupIds.includes(customer.groupId),
  content: document.hasContent,
});

/** The rule that grants visibility if website and days match; undefined if no rule does. */
const grantedBy = (holds: Readonly<Record<Rule, boolean>>): Rule | undefined => {
  if (holds.public) return 'public';
  if (!holds.signed_in) return undefined;
  if (holds.customer) return 'customer';
  return holds.customer_group ? 'customer_group' : undefined;
};

/**
 * Decides visibility (documents.md, "Who sees a document"). A document is visible on its website AND within its days
 * AND if it is public OR assigned to the signed-in customer or the customer's group AND if it has a file or address.
 * All views of customers and the explanation use this function. The search implements the same rules in SQL; a test
 * compares both.
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
