import { type Fault, InputRefused, missing, refuse, unsupported, wrongType } from '../kernel/index.js';
import {
  ASYNC_BASE,
  ASYNC_BULK_BASE,
  type BodySpec,
  bodyOf,
  BULK_WRAPPER,
  type Operation,
} from '../operations/index.js';
import { BrokenInput, type Input, type Resources, snakeCase, standIns } from '../records/index.js';
import {
  asObject,
  mustBeFew,
  noRow,
  plainObject,
  secretNames,
  type Sent,
  containsSecret,
  unwrap,
  unwrapObject,
} from '../calls/index.js';

/**
 * Whether an operation may run asynchronously. Only writes without secrets may, because input and answer are stored.
 * PATCH may not, because only its own route handles it (wire.md §1).
 */
export const runsLater = ({ effect, rest, input, output }: Operation): boolean =>
  effect !== 'reads' &&
  rest.verb !== 'GET' &&
  rest.verb !== 'PATCH' &&
  !containsSecret(output) &&
  secretNames(bodyOf(input)).size === 0;

/** Converts `customerprice/:id` to `customerprice/byId`: each call of a list contains its own path parameters. */
const byNames = (path: string): string =>
  path.replace(/:(\w)(\w*)/g, (_, first: string, others: string) => `by${first.toUpperCase()}${others}`);

/** Paths for a single call and for a list of calls. */
export const asyncPath = ({ rest }: Operation): string => `${ASYNC_BASE}/${rest.path}`;
export const asyncBulkPath = ({ rest }: Operation): string => `${ASYNC_BULK_BASE}/${byNames(rest.path)}`;

const variablesOf = ({ rest }: Operation): readonly string[] =>
  [...rest.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

type Item = Readonly<Record<string, unknown>>;

const keyIn = (item: Item, name: string): string | undefined =>
  [name, snakeCase(name)].find((one) => Object.hasOwn(item, one));

const wrapperOf = (body: BodySpec | undefined): string | undefined => {
  if (body?.kind === 'record') return body.resource.wrapper;
  return body?.kind === 'wrapped' ? body.wrapper : undefined;
};

/** Whether a path parameter is also a field of the body and therefore stays in it. */
const isOfBody = (body: BodySpec | undefined, name: string): boolean =>
  body?.kind === 'plain' && body.fields.some((field) => field.name === snakeCase(name));

const textOf = (value: unknown, name: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === undefined || value === null) throw missing(name);
  throw new InputRefused(wrongType(name, value, 'string'));
};

/** The rows of a JSON body, each as a separate call. */
const rowsOf = (body: unknown): readonly Input[] => {
  const list = unwrap(body, BULK_WRAPPER);
  if (!Array.isArray(list)) throw new InputRefused(wrongType(BULK_WRAPPER, list, 'object[]'));
  mustBeFew(list.length);
  return (list as readonly unknown[]).map((row) => asObject(row) ?? noRow());
};

const bodyIn = (spec: BodySpec | undefined, rest: Item): unknown => {
  if (spec) return spec.kind === 'bulk' ? rowsOf(rest) : rest;
  refuse(Object.keys(rest).map(unsupported));
  return undefined;
};

/**
 * Parses one call of a list: its body, with the path parameters at the top level or in the object. Throws
 * `InputRefused` if it is invalid.
 */
export const listedCall = (operation: Operation, raw: unknown, query: Sent['query']): Sent => {
  if (raw instanceof BrokenInput) throw new InputRefused(raw.fault);
  const rest: Record<string, unknown> = { ...plainObject(raw) };
  const spec = bodyOf(operation.input);
  const wrapper = wrapperOf(spec);
  const wrapperKey = wrapper === undefined ? undefined : keyIn(rest, wrapper);
  const object = wrapperKey === undefined ? undefined : asObject(rest[wrapperKey]);
  const params: Record<string, string> = {};
  for (const name of variablesOf(operation)) {
    const key = keyIn(rest, name);
    const inner = object && key === undefined ? keyIn(object, name) : undefined;
    params[name] = textOf(key === undefined ? inner && object?.[inner] : rest[key], name);
    if (key !== undefined && !isOfBody(spec, name)) Reflect.deleteProperty(rest, key);
  }
  return { params, query, body: bodyIn(spec, rest) };
};

/** Parses a single call, whose path parameters are not in the body. */
export const singleCall = (
  operation: Operation,
  raw: unknown,
  { params, query }: Pick<Sent, 'params' | 'query'>,
): Sent => {
  const spec = bodyOf(operation.input);
  const body = spec?.kind === 'bulk' && !Array.isArray(raw) ? rowsOf(raw) : raw;
  return { params, query, body };
};

/** Missing fields are reported when the call runs, together with other errors of the record. */
const isOfForm = ({ kind }: Fault): boolean => kind !== 'required';

/**
 * Refuses a record with wrong types or names and reports all errors that its service would. The operation's `read`
 * leaves that to the service.
 */
export const checkTypes = ({ input }: Operation, { body }: Sent, resources: Resources | undefined): void => {
  const spec = bodyOf(input);
  if (spec?.kind !== 'record') return;
  const record = unwrapObject(body, spec.resource.wrapper);
  const faults = spec.faults?.(resources ? standIns(spec.resource.fields, record, resources) : record) ?? [];
  if (faults.some(isOfForm)) refuse(faults);
};
