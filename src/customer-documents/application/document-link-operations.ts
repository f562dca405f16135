import { refuse } from '../../../libs/kernel/index.js';
import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { serviceOf, toWire } from '../../../libs/records/index.js';
import { type DocumentLink, documentLinkResource, shownDocumentLink } from '../document-link.record.js';
import { entityTypeFaults } from '../domain/document.js';

const LINK = shownDocumentLink();

const toItem = (link: Omit<DocumentLink, 'salesEntityId'>) => toWire(LINK.fields, link);

const { service, path, rights } = documentLinkResource;
const COMMON = { service, by: serviceOf(documentLinkResource) } as const;

/** Operations of links: create, list and delete. Links are never changed (documents.md, "Records"). */
export const DOCUMENT_LINK_OPERATIONS: readonly Operation[] = [
  operation({
    ...COMMON,
    name: 'search',
    summary: 'List document links',
    right: needs.right(rights.read),
    effect: 'reads',
    rest: { verb: 'GET', path },
    input: { search: takes.criteria(LINK, { mayBeAbsent: true }) },
    output: answers.search(LINK),
    run: async (links, { search: { criteria } }) => {
      refuse(entityTypeFaults(criteria));
      const { items, total } = await links.search(criteria);
      return { items: items.map(toItem), total };
    },
  }),
  operation({
    ...COMMON,
    name: 'create',
    summary: 'Link a document to an order, invoice, shipment or credit memo',
    right: needs.right(rights.save),
    effect: 'writes',
    rest: { verb: 'POST', path },
    input: { record: takes.record(LINK) },
    output: answers.record(LINK),
    tellsVersion: true,
    run: async (links, { record }) => toItem(await links.create(record)),
  }),
  operation({
    ...COMMON,
    name: 'remove',
    summary: 'Delete a document link',
    right: needs.right(rights.delete),
    effect: 'deletes',
    rest: { verb: 'DELETE', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.true,
    tellsVersion: true,
    run: async (links, { id }) => {
      await links.remove(id);
      return true;
    },
  }),
];
