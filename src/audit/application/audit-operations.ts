import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, IntField, toWire } from '../../../libs/records/index.js';
import { AuditEntriesFound } from '../ports/audit-entries.js';
import { READ_AUDIT } from '../rights.record.js';
import { AuditEventItem, AuditItem } from './audit-answers.js';
import { searchedEntry, searchedEvent } from './searched.record.js';

/** The life of a record is read page by page; nothing of it is searched for. */
class Paged {
  @IntField({ about: 'Of the transaction', example: 815, searchable: false })
  readonly id!: number;
}

const [ITEM, EVENT] = [fieldsOf(AuditItem), fieldsOf(AuditEventItem)];

const common = {
  service: 'auditTrailV1',
  tag: 'Audit',
  right: needs.right(READ_AUDIT),
  effect: 'reads',
  by: AuditEntriesFound,
} as const;

/** The audit trail, for those who may read it (audit.md, "Reading it"). */
export const AUDIT_OPERATIONS = [
  operation({
    ...common,
    name: 'search',
    summary: 'Search the audit trail',
    about: 'An item tells what one transaction did to up to 250 records of one kind; the newest first.',
    rest: { verb: 'GET', path: 'audit/search' },
    input: { search: takes.criteria(searchedEntry, { mayBeAbsent: true }) },
    output: answers.fieldsSearch(AuditItem),
    run: async (found, { search: { criteria } }) => {
      const { items, total } = await found.search(criteria);
      return { items: items.map((item) => toWire(ITEM, item)), total };
    },
  }),
  operation({
    ...common,
    name: 'searchEvents',
    summary: 'Search refused sign-ins, missing rights, downloads and other events',
    about: 'One item for each caller or address, operation and quarter hour, with its count; the newest first.',
    rest: { verb: 'GET', path: 'audit/events/search' },
    input: { search: takes.criteria(searchedEvent, { mayBeAbsent: true }) },
    output: answers.fieldsSearch(AuditEventItem),
    run: async (found, { search: { criteria } }) => {
      const { items, total } = await found.searchEvents(criteria);
      return { items: items.map((item) => toWire(EVENT, item)), total };
    },
  }),
  operation({
    ...common,
    name: 'ofRecord',
    summary: 'The life of one record: who changed what of it, the newest first',
    about: 'The resource by its name, such as customerPrice; of a record that is deleted too.',
    rest: { verb: 'GET', path: 'audit/:resource/:id' },
    never: [404],
    input: {
      resource: takes.key('resource'),
      id: takes.id('id', { orNobodys: true }),
      search: takes.criteriaOver(Paged, { mayBeAbsent: true }),
    },
    output: answers.fieldsSearch(AuditItem),
    run: async (found, { resource, id, search: { criteria } }) => {
      const { items, total } = await found.ofRecord(resource, id, criteria.page, criteria.pageSize);
      return { items: items.map((item) => toWire(ITEM, item)), total };
    },
  }),
];
