import { documentOf } from '../../libs/openapi/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { send } from '../support/send.js';

/** Longer than every column, including TEXT of MariaDB. */
const LONG = 'x'.repeat(70_000);
/** About as long as a URL can be. */
const LONG_IN_ADDRESS = 'x'.repeat(12_000);

type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly parameters?: readonly (Json & { readonly $ref?: string; readonly in?: string; readonly name?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** The value once for each text in it, at any depth, with that text made too long. */
const withLongTexts = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string' || value === null) return [LONG];
  if (Array.isArray(value)) {
    const [first, ...more] = value as readonly unknown[];
    return [...withLongTexts(first ?? '').map((one) => [one, ...more]), [LONG, LONG]];
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    withLongTexts(member).map((one) => ({ ...(value as Json), [name]: one })),
  );
};

/** Sign-ins count failures, and the others would end the caller's session. */
const LEFT_OUT = /\/token$|\/desk\/session|revoke/;

describeOnDatabases('over-long texts', (kind) => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ database: kind })));
  afterAll(() => app.close());

  it('never cause a 500 in the body, query or path of any operation', async () => {
    const token = await app.adminToken();
    const { paths } = documentOf(app.server.app) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
    };
    const faults: unknown[] = [];
    let count = 0;
    const ask = async (method: string, path: string, body?: unknown, type = 'application/json'): Promise<void> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } };
      const { status, text } = await send(app.url, { method, path: `/rest${path}`, token, ...sent });
      count += 1;
      if (status >= 500)
        faults.push([method, path.slice(0, 200), JSON.stringify(body)?.slice(0, 300), status, text.slice(0, 300)]);
    };
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, { parameters = [], requestBody }] of Object.entries(verbs)) {
        if (LEFT_OUT.test(path) || !['get', 'post', 'put', 'delete'].includes(verb)) continue;
        const method = verb.toUpperCase();
        const filled = path.replace(/\{\w+\}/g, '1');
        const example = requestBody?.content['application/json']?.example;
        for (const body of withLongTexts(example ?? {})) await ask(method, filled, body);
        const own = method === 'POST' || method === 'PUT' ? (example ?? {}) : undefined;
        if (path.includes('{')) await ask(method, path.replace(/\{\w+\}/g, LONG_IN_ADDRESS), own);
        for (const { in: where, name = '' } of parameters)
          if (where === 'query') await ask(method, `${filled}?${name}=${LONG_IN_ADDRESS}`, own);
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });
});
