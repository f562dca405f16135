import { NoSuchEntity, type Page } from '../kernel/index.js';
import {
  etagOf,
  type Field,
  FlagField,
  InstantField,
  pascalCase,
  type Precondition,
  type Recorded,
  recordFaults,
  RecordHistory,
  type RecordService,
  type Resource,
  type ResourceService,
  serviceOf,
  toWire,
} from '../records/index.js';
import { ByKey, keyFieldsOf } from './by-key.js';
import { takes } from './input.js';
import { needs, type Caller } from './need.js';
import { type Operation, operation, type OperationContext, type ServiceToken } from './operation.js';
import { answers } from './output.js';

/** Creates the service for a caller, if it depends on the caller. */
interface ServedToCallers<T extends Recorded, S> {
  readonly by: ServiceToken<S>;
  forCaller(service: S, caller: Caller): ResourceService<T>;
}

class AsOf {
  @InstantField({
    about: 'Time (UTC) as of which the record is returned, even if it was deleted later; default: the current time',
    access: 'both',
    nullable: true,
    example: null,
  })
  readonly asOf!: Date | null;
}

/** The query parameters of a search for records. */
export class EtagsQuery {
  @FlagField({ about: 'ETags flag: 1 adds the ETags of the items to the response as `etags`; default 0', example: 1 })
  readonly etags!: 0 | 1;
}

/** Adds the indefinite article to a noun, for summaries. */
const a = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** A page of results, with the ETags of its items if requested. */
export const itemsPage = <T>(
  { items, total }: Page<T>,
  toItem: (record: T) => object,
  tagged: boolean,
): Page<object> => {
  const shown = items.map(toItem);
  return tagged ? { items: shown, total, etags: shown.map(etagOf) } : { items: shown, total };
};

/** Checks If-Match and If-None-Match against the stored record in its response form; undefined without these headers. */
export const preconditionOf = <T>(
  { conditions }: Pick<OperationContext, 'conditions'>,
  toItem: (record: T) => object,
): Precondition<T> | undefined => conditions && ((stored) => conditions.check(etagOf(toItem(stored))));

const plainly = <T extends Recorded>(resource: Resource<T>): ServedToCallers<T, ResourceService<T>> => ({
  by: serviceOf(resource),
  forCaller: (service) => service,
});

/** A deleted record counts as absent. */
const absent = (error: unknown): undefined => {
  if (!(error instanceof NoSuchEntity)) throw error;
};

/** The five standard operations of a declared resource. */
export const recordOperations = <T extends Recorded>(resource: Resource<T>): readonly Operation[] => [
  ...recordOperationsFor(resource, plainly(resource)).map((one) => {
    if (one.name === 'create' || one.name === 'update') return Object.freeze({ ...one, saves: one.name });
    return one.name === 'remove' ? Object.freeze({ ...one, inGroups: true }) : one;
  }),
  ...keyFieldsOf(resource).flatMap((field) => keyOperations(resource, field)),
];

/** `GET|PUT|DELETE <base>/by/<field>/:value`. */
const keyOperations = <T extends Recorded>(resource: Resource<T>, { name, property }: Field): readonly Operation[] => {
  const { service, path, rights } = resource;
  const { one } = resource.title;
  const toItem = (record: T) => toWire(resource.fields, record);
  const by = (records: RecordService<T>) => new ByKey(records, property);
  const common = { service, by: serviceOf(resource), tagged: true, onlyRest: true } as const;
  const write = { ...common, tellsVersion: true, inGroups: true } as const;
  const route = `${path}/by/${name}/:value`;
  const value = takes.key('value');
  return [
    operation({
      ...common,
      name: `getByKey${pascalCase(property)}`,
      summary: `Get ${a(one)} by ${name}`,
      right: needs.right(rights.read),
      effect: 'reads',
      rest: { verb: 'GET', path: route },
      input: { value },
      output: answers.record(resource),
      run: async (records, input) => toItem(await by(records).get(input.value)),
    }),
    operation({
      ...write,
      name: `saveByKey${pascalCase(property)}`,
      summary: `Create or update ${a(one)} by ${name}`,
      right: needs.right(rights.save),
      effect: 'writes',
      rest: { verb: 'PUT', path: route },
      input: { value, record: takes.record(resource) },
      output: answers.record(resource),
      never: [404],
      run: async (records, input, context) =>
        toItem(
          await by(records).put(
            input.value,
            input.record,
            preconditionOf(context, toItem),
            context.conditions?.needRecord,
          ),
        ),
    }),
    operation({
      ...write,
      name: `deleteByKey${pascalCase(property)}`,
      summary: `Delete ${a(one)} by ${name}`,
      right: needs.right(rights.delete),
      effect: 'deletes',
      rest: { verb: 'DELETE', path: route },
      input: { value },
      output: answers.true,
      run: async (records, input, context) => {
        await by(records).remove(input.value, preconditionOf(context, toItem));
        return true;
      },
    }),
  ];
};

/** The same operations for a service that depends on the caller. */
export const recordOperationsFor = <T extends Recorded, S>(
  resource: Resource<T>,
  { by, forCaller }: ServedToCallers<T, S>,
): readonly Operation[] => {
  const { service, path, rights } = resource;
  const { one, many } = resource.title;
  const toItem = (record: T) => toWire(resource.fields, record);
  const sent = (verb: 'create' | 'update') =>
    takes.record(resource, { faults: (record) => recordFaults(resource, record, verb) });
  const common = { service, by, resource: resource as unknown as Resource };
  const save = { ...common, right: needs.right(rights.save), effect: 'writes', tellsVersion: true } as const;
  const read = { ...common, right: needs.right(rights.read), effect: 'reads' } as const;
  const tagged = true;
  return [
    operation({
      ...read,
      name: 'search',
      summary: `Search ${many}`,
      rest: { verb: 'GET', path: `${path}/search` },
      input: { search: takes.criteria(resource), query: takes.query(EtagsQuery, { ofRest: true }) },
      output: answers.search(resource),
      run: async (records, { search: { criteria }, query: { etags } }, { caller }) =>
        itemsPage(await forCaller(records, caller).search(criteria), toItem, etags === 1),
    }),
    operation({
      ...read,
      tagged,
      name: 'get',
      summary: `Get ${a(one)}`,
      rest: { verb: 'GET', path: `${path}/:id` },
      by: [by, RecordHistory],
      input: { id: takes.id(), query: takes.query(AsOf, { ofRest: true }) },
      output: answers.record(resource),
      run: async ([records, history], { id, query: { asOf } }, { caller }) => {
        const service = forCaller(records, caller);
        if (!asOf) return toItem(await service.get(id));
        const now = await service.get(id).then(toItem, absent);
        const then = await history.asOf(resource, id, now, asOf);
        if (!then) throw new NoSuchEntity('id', id);
        return then;
      },
    }),
    operation({
      ...save,
      tagged,
      name: 'create',
      summary: `Create ${a(one)}`,
      rest: { verb: 'POST', path },
      input: { record: sent('create') },
      output: answers.record(resource),
      run: async (records, { record }, { caller }) => toItem(await forCaller(records, caller).create(record)),
    }),
    operation({
      ...save,
      tagged,
      name: 'update',
      summary: `Update ${a(one)}; omitted fields keep their values`,
      rest: { verb: 'PUT', path: `${path}/:id` },
      input: { id: takes.id(), record: sent('update') },
      output: answers.record(resource),
      run: async (records, { id, record }, context) => {
        const precondition = preconditionOf(context, toItem);
        return toItem(await forCaller(records, context.caller).update(id, record, precondition));
      },
    }),
    operation({
      ...common,
      right: needs.right(rights.delete),
      effect: 'deletes',
      tellsVersion: true,
      tagged,
      name: 'remove',
      summary: `Delete ${a(one)}`,
      rest: { verb: 'DELETE', path: `${path}/:id` },
      input: { id: takes.id() },
      output: answers.true,
      run: async (records, { id }, context) => {
        await forCaller(records, context.caller).remove(id, preconditionOf(context, toItem));
        return true;
      },
    }),
  ];
};
