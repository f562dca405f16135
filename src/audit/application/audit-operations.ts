import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, IntField, toWire } from '../../../libs/records/index.js';
import { AuditEntriesFound } from '../ports/audit-entries.js';
import { READ_AUDIT } from '../rights.record.js';
import { AuditEventItem, AuditItem } from './audit-answers.js';
import { searchedEntry, searchedEvent } from './searched.record.js';

/** The history of a record is read page by page, without search criteria. */
class Paged {
  @IntField({ about: 'Unique identifier of the transaction', example: 815, searchable: false })
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

/** Operations to read the audit trail (audit.md, "Reading the trail"). */
export const AUDIT_OPERATIONS = [
  operation({
    ...common,
    name: 'search',
    summary: 'Search the audit trail',
    about:
      'Each item describes the changes that one transaction made to at most 250 records of one resource type. The newest items come first.',
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
    summary: 'Search security events, such as rejected sign-ins, missing rights and downloads',
    about:
      'Each item counts the events with the same type, operation, subject and caller (or address if anonymous) in one 15-minute period. The newest items come first.',
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
    summary: 'List the changes to a record, newest first',
    about:
      'The path parameter `resource` is the resource type, such as customerPrice. The list is also available for deleted records.',
    rest: { verb: 'GET', path: 'audit/:resource/:id' },
    never: [404],
    input: {
      resource: takes.key('resource'),
      id: takes.id('id', { orUnknown: true }),
      search: takes.criteriaOver(Paged, { mayBeAbsent: true }),
    },
    output: answers.fieldsSearch(AuditItem),
    run: async (found, { resource, id, search: { criteria } }) => {
      const { items, total } = await found.ofRecord(resource, id, criteria.page, criteria.pageSize);
      return { items: items.map((item) => toWire(ITEM, item)), total };
    },
  }),
];
