import { isDeepStrictEqual } from 'node:util';
import { InputRefused, required } from '../kernel/index.js';
import type { Resources } from '../records/index.js';
import { type AnswerSpec, type BodySpec, BULK_WRAPPER, type Operation, type PartSpec } from '../operations/index.js';
import type { Sent, ServedOperation } from '../calls/index.js';
import { type DeclaredShapes, searchResults } from './declared-shapes.js';
import { SEARCH_CRITERIA } from './framework-shapes.js';
import {
  BOOLEAN,
  INT,
  type ListShape,
  listOf,
  type Member,
  member,
  type ObjectShape,
  type Shape,
  STRING,
} from './shapes.js';

/** Values of a call's elements by name. */
type Arguments = Readonly<Record<string, unknown>>;

export interface SoapCall {
  readonly served: ServedOperation;
  readonly sent: Sent;
}

/** A SOAP operation; creating and updating a record are one operation. */
export interface SoapOperation {
  /** `pricingCustomerPriceRepositoryV1GetById`. */
  readonly name: string;
  /** One operation, or the create and update operations of a record, which require the same right. */
  readonly served: readonly [ServedOperation, ...ServedOperation[]];
  readonly parameters: ObjectShape;
  /** The content of the element `result`. */
  readonly result: Shape;
  readonly mayBeNull: boolean;
  callOf(args: Arguments): SoapCall;
}

/** Reads a part of an operation's input from the elements of a call. */
interface Taken {
  readonly members: readonly Member[];
  /** Stores the part where a REST request has it. */
  put(args: Arguments, sent: Sending): void;
}

interface Sending {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  body: unknown;
}

/** The sent elements among these. */
const chosen = (args: Arguments, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]] as const])));

/** Converts a path parameter to text; the parser returns a number for xsd:int. */
const pathText = (value: unknown): string => (typeof value === 'number' ? String(value) : (value as string));

/** Path parameters cannot be omitted in REST, so they are required here. */
const pathValue = (args: Arguments, name: string): string => {
  const value = args[name];
  if (value === undefined || value === null) throw new InputRefused(required(name));
  return pathText(value);
};

/** Creates SOAP operations for one namespace of types. */
export class OperationShapes {
  constructor(
    private readonly shapes: DeclaredShapes,
    private readonly resources: Resources,
    private readonly namespace: string,
  ) {}

  operation(name: string, served: ServedOperation): SoapOperation {
    const taken = Object.values(served.operation.input).map((part) => this.part(part));
    return {
      ...this.described(
        name,
        served.operation,
        taken.flatMap(({ members }) => members),
      ),
      served: [served],
      callOf: (args) => ({ served, sent: this.sent(taken, args) }),
    };
  }

  /**
   * `Save`: updates the record if it has an id, otherwise creates one. Throws if the two operations require different
   * rights.
   */
  save(name: string, create: ServedOperation, update: ServedOperation): SoapOperation {
    const { input, resource } = create.operation;
    const body = Object.values(input).find(({ from }) => from === 'body');
    if (!resource || !body) throw new Error(`SOAP: ${name} saves no record`);
    // Authorization happens before it is known which of the two operations is called.
    if (!isDeepStrictEqual(create.operation.right, update.operation.right))
      throw new Error(`SOAP: ${name} would have two rights, one to create and another to update`);
    const { wrapper } = resource;
    const { members, put } = this.part(body);
    return {
      ...this.described(name, create.operation, members),
      served: [create, update],
      callOf: (args) => {
        const { id, ...record } = (args[wrapper] ?? {}) as Record<string, unknown>;
        if (id === undefined || id === null) return { served: create, sent: this.sent([{ members, put }], args) };
        const sent = this.sent([{ members, put }], { ...args, [wrapper]: record });
        return { served: update, sent: { ...sent, params: { id: pathText(id) } } };
      },
    };
  }

  private sent(taken: readonly Taken[], args: Arguments): Sent {
    const sending: Sending = { params: {}, query: {}, body: undefined };
    for (const { put } of taken) put(args, sending);
    return sending;
  }

  private described(name: string, { output }: Operation, members: readonly Member[]) {
    const names = members.map((one) => one.name);
    if (new Set(names).size < names.length)
      throw new Error(`SOAP: ${name} would take two elements of one name: ${names.join(', ')}`);
    const parameters: ObjectShape = { kind: 'object', name, members };
    return { name, parameters, result: this.answer(output), mayBeNull: output.nullable === true };
  }

  private part(part: PartSpec): Taken {
    switch (part.from) {
      case 'id':
      case 'key': {
        const { name } = part;
        return {
          members: [member(name, part.from === 'id' ? INT : STRING, true)],
          put: (args, { params }) => (params[name] = pathValue(args, name)),
        };
      }
      case 'criteria':
        return {
          members: [member('searchCriteria', SEARCH_CRITERIA, !part.mayBeAbsent)],
          put: ({ searchCriteria }, { query }) => {
            if (searchCriteria !== undefined && searchCriteria !== null) query['search_criteria'] = searchCriteria;
          },
        };
      case 'query': {
        if (part.ofRest) return { members: [], put: () => undefined };
        const members = this.shapes.members(this.namespace, part.fields, new Set(['input']));
        const names = members.map(({ name }) => name);
        return { members, put: (args, { query }) => void Object.assign(query, chosen(args, names)) };
      }
      case 'body':
        return this.body(part.body);
    }
  }

  private body(body: BodySpec): Taken {
    const { namespace, shapes } = this;
    switch (body.kind) {
      case 'record':
        return wrapped(body.resource.wrapper, shapes.record(namespace, body.resource, 'input'));
      case 'records':
        return wrapped(body.wrapper, listOf(shapes.record(namespace, body.resource, 'input')));
      case 'wrapped':
        return wrapped(body.wrapper, shapes.object(namespace, body.wrapper, body.fields, 'input'));
      case 'bulk': {
        const row = shapes.record(namespace, this.resources.withDeclaredKeys(body.resource), 'row');
        const rows: ListShape = { ...listOf(row), ofRows: true };
        return {
          members: [member(BULK_WRAPPER, rows, true)],
          put: (args, sending) => {
            sending.body = args[BULK_WRAPPER];
            if (sending.body === undefined || sending.body === null) throw new InputRefused(required(BULK_WRAPPER));
          },
        };
      }
      case 'plain': {
        const members = shapes.members(namespace, body.fields, new Set(['input']));
        const names = members.map(({ name }) => name);
        return { members, put: (args, sending) => (sending.body = chosen(args, names)) };
      }
      case 'stream':
        throw new Error('SOAP: an operation takes no stream');
    }
  }

  private answer(output: AnswerSpec): Shape {
    switch (output.kind) {
      case 'object':
      case 'array':
      case 'search': {
        const item = this.shapes.object(this.namespace, output.name, output.fields, 'answer');
        if (output.kind === 'object') return item;
        return output.kind === 'array' ? listOf(item) : searchResults(item);
      }
      case 'true':
        return BOOLEAN;
      case 'string':
      case 'secret':
        return STRING;
      case 'strings':
        return listOf(STRING);
      case 'int':
        return INT;
      case 'bytes':
        throw new Error('SOAP: bytes are no answer');
    }
  }
}

/** A body in its wrapper. */
const wrapped = (wrapper: string, shape: Shape): Taken => ({
  members: [member(wrapper, shape, true)],
  put: (args, sending) => (sending.body = chosen(args, [wrapper])),
});
