import { InputRefused, invalidValue } from '../../../libs/kernel/index.js';
import { answers, needs, operation, type Operation, REST_BASE, takes } from '../../../libs/operations/index.js';
import {
  BooleanField,
  InstantField,
  ReferenceField,
  ObjectsField,
  ShownSecretField,
  StringField,
  ofExisting,
} from '../../../libs/records/index.js';
import { documentResource } from '../document.record.js';
import { type Reason, type Rule, RULES, type Visibility } from '../domain/visibility.js';
import { DocumentLinks, LINK_ROUTE } from './document-links.js';
import { SeeDocuments } from './see-documents.js';
import { Viewers } from './viewers.js';
import { shownDocument, VisibleDocument, VisibleDocumentAsked } from './visible-document.js';

const LINK_PATH = `${REST_BASE}/${LINK_ROUTE}`;

class DocumentLinkMade {
  @ShownSecretField({
    about: 'Path of the download link on this server. The link works without an access token until it expires.',
    maxLength: 1000,
    example: `${LINK_PATH}/MTcuM2…`,
  })
  readonly url!: string;

  @InstantField({ about: 'Expiry time of the link (UTC)' })
  readonly expiresAt!: Date;
}

class WhoAsks {
  @ReferenceField('customer', {
    about: 'Customer whose access is checked',
    required: true,
    onDelete: 'cascade',
    example: 10_042,
  })
  readonly customerId!: number;
}

class RuleHolds {
  @StringField({ about: 'Name of the visibility rule', words: RULES })
  readonly rule!: Rule;

  @BooleanField({ about: 'Whether the rule is met' })
  readonly holds!: boolean;
}

class DocumentVisibility implements Visibility {
  @BooleanField({ about: 'Whether the customer can see the document' })
  readonly visible!: boolean;

  @StringField({
    about:
      'Rule that makes the document visible, or the first rule that hides it. `assigned` means that the document is assigned to neither the customer nor the customer group.',
    words: [...RULES, 'assigned'],
    example: 'customer_group',
  })
  readonly reason!: Reason;

  @ObjectsField(RuleHolds, { about: 'Result of each rule, evaluated separately' })
  readonly rules!: readonly RuleHolds[];
}

const { path } = documentResource;

const SERVICE = 'customerDocumentsVisibleDocumentV1';
const TO_CUSTOMERS = { service: SERVICE, tag: 'Documents of a customer', right: needs.customer } as const;

const SEARCH = {
  about:
    'A filter on `product_id` or `sku`, optionally with `store_id`, returns the documents of a product page, ordered by position.',
  effect: 'reads',
  input: { search: takes.criteriaOver(VisibleDocumentAsked) },
  output: answers.fieldsSearch(VisibleDocument),
  by: [Viewers, SeeDocuments],
} as const;

/** Searches, download links and visibility explanations (documents.md). */
export const VISIBLE_DOCUMENT_OPERATIONS: readonly Operation[] = [
  operation({
    ...SEARCH,
    ...TO_CUSTOMERS,
    name: 'searchMine',
    summary: 'Search the documents that the customer can currently see',
    rest: { verb: 'GET', path: `${path}/me/search` },
    run: async ([viewers, documents], { search: { criteria } }, { caller, namedStore }) => {
      const { items, total } = await documents.search(await viewers.signedIn(caller.id, namedStore), criteria);
      return { items: items.map(shownDocument), total };
    },
  }),
  operation({
    ...TO_CUSTOMERS,
    name: 'createLink',
    summary: 'Create a short-lived download link to a document that the customer can see',
    effect: 'writes',
    rest: { verb: 'POST', path: `${path}/me/:id/link` },
    input: { id: takes.id() },
    output: answers.fields(DocumentLinkMade),
    by: [Viewers, DocumentLinks],
    run: async ([viewers, links], { id }, { caller, namedStore }) => {
      const { token, expiresAt } = await links.create(await viewers.signedIn(caller.id, namedStore), caller.id, id);
      return { url: `${LINK_PATH}/${token}`, expires_at: expiresAt.toISOString() };
    },
  }),
  operation({
    ...SEARCH,
    service: SERVICE,
    name: 'searchPublic',
    summary: 'Search the public documents that are currently visible',
    tag: 'Public documents',
    right: needs.anonymous,
    rest: { verb: 'GET', path: `${path}/public/search` },
    run: async ([viewers, documents], { search: { criteria } }, context) => {
      const viewing = await viewers.anonymous(await context.storeView());
      const { items, total } = await documents.search(viewing, criteria);
      return { items: items.map(shownDocument), total };
    },
  }),
  operation({
    service: SERVICE,
    name: 'explainVisibility',
    summary: 'Explain why a customer can or cannot currently see a document',
    about:
      "Checks visibility on the website of the store code in the path. Without a store code, uses the customer's website.",
    right: needs.right(documentResource.rights.read),
    effect: 'reads',
    rest: { verb: 'GET', path: `${path}/:id/visibility` },
    input: { id: takes.id(), query: takes.query(WhoAsks) },
    output: answers.fields(DocumentVisibility),
    by: [Viewers, SeeDocuments],
    run: async ([viewers, documents], { id, query: { customerId } }, { namedStore }) => {
      const viewing = await viewers.customer(customerId, namedStore);
      if (!viewing) throw new InputRefused(invalidValue('customer_id', customerId, ofExisting('id', 'customer')));
      return documents.why(viewing, id);
    },
  }),
];
