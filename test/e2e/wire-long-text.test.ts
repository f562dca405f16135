import { ServedOperations } from '../../libs/calls/index.js';
import { type BodySpec, bodyOf, type Operation } from '../../libs/operations/index.js';
import type { Field } from '../../libs/records/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

/** 70,000 characters exceed every text column, and 300 only the short ones. */
const LENGTHS = [300, 70_000];
/** Routes that end the caller's own token, or read their body in another way. */
const LEFT_OUT = /revoke|\/me\/|access\/me/;

/** A value of the field's kind, with this text in text fields. */
const valueOf = (field: Field, text: string): unknown => {
  const { kind } = field;
  switch (kind.type) {
    case 'int':
      return Math.max(1, kind.min);
    case 'decimal':
      return 1;
    case 'string':
    case 'text':
    case 'secret':
      return text;
    case 'words':
      return [text];
    case 'ids':
      return [1];
    case 'day':
      return '2026-01-01';
    case 'instant':
      return '2026-01-01T00:00:00Z';
    case 'object':
      return objectOf(kind.fields, text);
    case 'objects':
      return [objectOf(kind.fields, text)];
    case 'attributes':
      return { code: text };
    case 'boolean':
      return true;
    default:
      return { text };
  }
};

/** An object in which one field is long and all others are short, or all are long. */
const objectOf = (fields: readonly Field[], text: string, long?: Field): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter(({ access }) => access !== 'read')
      .map((field) => [field.name, valueOf(field, long === undefined || field === long ? text : 'x')]),
  );

const fieldsIn = (body: BodySpec): readonly Field[] => {
  if ('resource' in body) return body.resource.fields;
  return 'fields' in body ? body.fields : [];
};

const isText = ({ kind: { type }, access }: Field): boolean =>
  access !== 'read' && !['int', 'decimal', 'ids', 'day', 'instant', 'boolean'].includes(type);

const wrapped = (body: BodySpec, object: object): unknown => {
  switch (body.kind) {
    case 'record':
      return { [body.resource.wrapper]: object };
    case 'records':
      return { [body.wrapper]: [object] };
    case 'wrapped':
      return { [body.wrapper]: object };
    case 'bulk':
      return { records: [object] };
    default:
      return object;
  }
};

describeOnDatabases('text that exceeds every limit', (database) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ database, settings: { JOB_WORKERS: '0', JOBS_PER_CALLER: '10000' } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  /** Bodies of an operation in which one field, or each field, contains the long text. */
  const bodiesOf = (operation: Operation, text: string): readonly unknown[] => {
    const body = bodyOf(operation.input);
    if (!body) return [undefined];
    const fields = fieldsIn(body);
    return [undefined, ...fields.filter(isText)].map((long) => wrapped(body, objectOf(fields, text, long)));
  };

  /** The path with a long key and long query parameters. */
  const pathOf = ({ rest, input }: Operation, text: string): string => {
    const parts = Object.values(input);
    const keys = new Set(parts.flatMap((part) => (part.from === 'key' ? [part.name] : [])));
    const path = rest.path.replace(/:(\w+)/g, (_, name: string) => (keys.has(name) ? text : '1'));
    const query = parts.flatMap((part) =>
      part.from === 'query' ? part.fields.map(({ name }) => `${name}=${text}`) : [],
    );
    return `/rest/V1/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };

  const asked = async (operation: Operation, path: string, body: unknown): Promise<readonly string[]> => {
    const { status, body: answer } = await app.call(operation.rest.verb, path, body, token);
    return status === 500 ? [`${operation.rest.verb} ${path.slice(0, 120)}: ${JSON.stringify(answer)}`] : [];
  };

  it('is rejected or stored, and never causes a 500', async () => {
    const faults: string[] = [];
    for (const { operation } of app.get<ServedOperations>(ServedOperations).all) {
      if (LEFT_OUT.test(operation.rest.path)) continue;
      for (const length of LENGTHS) {
        const text = 'ä'.repeat(length);
        // The path must fit into the headers of a request.
        const path = pathOf(operation, encodeURIComponent('ä'.repeat(Math.min(length, 2_000))));
        for (const body of operation.rest.verb === 'GET' ? [undefined] : bodiesOf(operation, text))
          faults.push(...(await asked(operation, path, body)));
      }
    }
    expect(faults).toEqual([]);
  });

  it('in a filter never causes a 500', async () => {
    const faults: string[] = [];
    for (const { operation } of app.get<ServedOperations>(ServedOperations).all) {
      for (const part of Object.values(operation.input)) {
        if (part.from !== 'criteria') continue;
        const filter = 'searchCriteria[filterGroups][0][filters][0]';
        for (const { name } of part.fields.filter((field) => field.searchable && field.kind.type === 'string'))
          for (const condition of ['eq', 'like', 'in']) {
            const query = `${filter}[field]=${name}&${filter}[conditionType]=${condition}&${filter}[value]=${'x'.repeat(20_000)}`;
            const path = `${pathOf(operation, 'x').split('?')[0]}?${query}`;
            faults.push(...(await asked(operation, path, undefined)));
          }
      }
    }
    expect(faults).toEqual([]);
  });
});
