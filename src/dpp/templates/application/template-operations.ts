import {
  answers,
  EtagsQuery,
  itemsPage,
  needs,
  type Operation,
  operation,
  preconditionOf,
  takes,
} from '../../../../libs/operations/index.js';
import { FlagField } from '../../../../libs/records/index.js';
import { actorOf } from '../../passport/domain/index.js';
import { DPP_RIGHTS } from '../../passport/index.js';
import { passportTemplateResource } from '../passport-template.record.js';
import type { StoredTemplate } from '../ports/templates.js';
import { ManageTemplates } from './manage-templates.js';
import { templateBody } from './template-body.js';

const { path, service } = templateBody;

class TriedQuery {
  @FlagField({ about: 'Dry run flag: 1 checks the template without storing it and returns 0 as its ID', example: 1 })
  readonly dryRun!: 0 | 1;
}

const templateItem = ({ id, document, createdAt, updatedAt }: StoredTemplate): Record<string, unknown> => ({
  id,
  ...document,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const common = { service, tag: 'Passport templates', tagged: true, by: ManageTemplates } as const;
const read = { ...common, right: needs.right(DPP_RIGHTS.read), effect: 'reads' } as const;
const save = { ...common, right: needs.right(DPP_RIGHTS.save), effect: 'writes' } as const;
const TEMPLATE = answers.record(templateBody);

/** Template operations (passports-templates.md). */
export const TEMPLATE_OPERATIONS: readonly Operation[] = [
  operation({
    ...read,
    name: 'search',
    summary: 'Search passport templates',
    rest: { verb: 'GET', path: `${path}/search` },
    input: { search: takes.criteria(passportTemplateResource), query: takes.query(EtagsQuery, { ofRest: true }) },
    output: answers.search(templateBody),
    run: async (templates, { search, query: { etags } }) =>
      itemsPage(await templates.search(search.criteria), templateItem, etags === 1),
  }),
  operation({
    ...read,
    name: 'get',
    summary: 'Read one passport template',
    rest: { verb: 'GET', path: `${path}/:id` },
    input: { id: takes.id() },
    output: TEMPLATE,
    run: async (templates, { id }) => templateItem(await templates.get(id)),
  }),
  operation({
    ...save,
    name: 'create',
    summary: 'Create a passport template',
    about: 'The schema, vocabulary, rules, sections and example are checked together. The example must be complete.',
    rest: { verb: 'POST', path },
    input: { query: takes.query(TriedQuery, { ofRest: true }), template: takes.record(templateBody) },
    output: TEMPLATE,
    run: async (templates, { query: { dryRun }, template }, { caller }) =>
      templateItem(await templates.create(template, actorOf(caller), dryRun === 1)),
  }),
  operation({
    ...save,
    name: 'update',
    summary: 'Change a passport template that no published passport uses',
    about: 'Fields that are left out keep their values.',
    rest: { verb: 'PUT', path: `${path}/:id` },
    input: { id: takes.id(), template: takes.record(templateBody) },
    output: TEMPLATE,
    run: async (templates, { id, template }, context) => {
      const precondition = preconditionOf(context, templateItem);
      return templateItem(await templates.update(id, template, actorOf(context.caller), precondition));
    },
  }),
  operation({
    ...common,
    right: needs.right(DPP_RIGHTS.delete),
    effect: 'deletes',
    name: 'remove',
    summary: 'Delete a passport template that no passport uses',
    rest: { verb: 'DELETE', path: `${path}/:id` },
    input: { id: takes.id() },
    output: answers.true,
    run: async (templates, { id }, context) => {
      await templates.remove(id, preconditionOf(context, templateItem));
      return true;
    },
  }),
];
