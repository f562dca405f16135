import { connect } from 'node:net';
import { type DeclaredRoute, DeclaredRoutes, isRestRoute } from '../../libs/web/index.js';
import { documentOf } from '../../libs/openapi/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { headOf, RawConnection, refusalIn } from '../support/raw-connection.js';
import { send } from '../support/send.js';

const NOBODY = 2_147_483_640;

/** The status of a request whose body is never sent. */
const statusOfHead = (base: string, lines: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? [];
      if (status === undefined) return;
      socket.destroy();
      resolve(Number(status));
    });
    socket.on('error', reject);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });

/** Queries that some routes require before they look up the record, by the end of their path. */
const QUERIES: Readonly<Record<string, string>> = {
  diff: '?from=1&to=2',
  upgrade: '?template=generic',
  visibility: '?customerId=1',
};

/** Fields that some bodies require, by the end of the path. */
const BODIES: Readonly<Record<string, object>> = {
  renew: { until: '2027-01-01' },
  archive: { reason: 'withdrawn' },
  notice: { status: 'recalled', date: '2027-03-01', text: { en: 'Bring it back.' }, link: null },
  transfer: { to: { role: 'repurposer', name: 'Second Life AG', ids: [] }, since: '2028-01-01' },
};

/** The smallest body with which a route looks up the record. */
const leastBody = (body: NonNullable<DeclaredRoute['body']>, path: string): object => {
  if (body.kind === 'record') return { [body.resource.wrapper]: {} };
  if (body.kind === 'stream' && body.record) return { [body.record.wrapper]: {} };
  if (body.kind === 'wrapped') return { [body.wrapper]: {} };
  return BODIES[path.slice(path.lastIndexOf('/') + 1)] ?? {};
};

/** Routes that accept forms also accept the file alone. Both can pause. */
const mediaTypeOf = ({ body }: DeclaredRoute): string => {
  const [type = 'application/json'] = body?.kind === 'stream' ? Object.keys(body.shown ?? {}) : [];
  return type === 'multipart/form-data' ? 'application/gzip' : type;
};

/** Routes return exactly the documented statuses (wire.md §7). The fuzzing tests the other half. */
describe('exactly the routes that document a status', () => {
  let app: TestApp;
  let routes: readonly DeclaredRoute[];
  let documented: (route: DeclaredRoute) => ReadonlySet<string>;
  /** An existing document, because its file route looks it up before it reads the body. */
  let documentId: number;

  beforeAll(async () => {
    app = await startApp();
    routes = app.get(DeclaredRoutes).all.filter(isRestRoute);
    const { paths } = documentOf(app.server.app) as { paths: Record<string, Record<string, { responses: object }>> };
    documented = ({ path, verb }) => {
      const shown = path.slice('/rest'.length).replace(/:(\w+)/g, '{$1}');
      return new Set(Object.keys(paths[shown]?.[verb.toLowerCase()]?.responses ?? {}));
    };
    const sheet = { document: { name: 'Data sheet' } };
    const { id } = (await app.good('POST', '/rest/V1/customerdocuments', sheet, await app.adminToken())) as {
      id: number;
    };
    documentId = id;
  });
  afterAll(() => app.close());

  const filled = ({ path }: DeclaredRoute): string => path.replace(/:\w+/g, String(NOBODY));
  const tokenFor = async ({ need }: DeclaredRoute): Promise<string> =>
    need?.kind === 'customer' || need?.kind === 'storefront' ? (await app.customer()).token : app.adminToken();

  /** The routes that returned the status, and those that document it. */
  const both = async (status: string, ask: (route: DeclaredRoute) => Promise<number>) => {
    const seen: string[] = [];
    const answered: string[] = [];
    for (const route of routes) {
      const name = `${route.verb} ${route.path}`;
      if (documented(route).has(status)) seen.push(name);
      if ((await ask(route)) === Number(status)) answered.push(name);
    }
    return [answered, seen];
  };

  it('return 401 for an invalid token', async () => {
    const [answered, declared] = await both('401', async (route) => {
      const { status } = await send(app.url, { method: route.verb, path: filled(route), token: 'x.y.z' });
      return status;
    });
    // These return it for a wrong password.
    expect(declared?.filter((name) => !answered?.includes(name))).toEqual([
      'POST /rest/V1/integration/admin/token',
      'POST /rest/V1/integration/customer/token',
      'POST /rest/V1/desk/session',
    ]);
    expect(answered?.filter((name) => !declared?.includes(name))).toEqual([]);
  });

  it('return 403 to a caller without the right', async () => {
    const other = await app.integrationToken();
    const [answered, declared] = await both('403', async (route) => {
      const { status } = await send(app.url, { method: route.verb, path: filled(route), token: other });
      return status;
    });
    // Which right a file needs depends on its job (e2e/jobs-rights).
    expect(declared?.filter((name) => !answered?.includes(name))).toEqual(['GET /rest/V1/jobs/:bulkUuid/files/:name']);
    expect(answered?.filter((name) => !declared?.includes(name))).toEqual([]);
  });

  it('return 406 for an Accept header without JSON', async () => {
    const [answered, declared] = await both('406', async (route) => {
      const { status } = await send(app.url, {
        method: route.verb,
        path: filled(route),
        headers: { accept: 'text/html' },
      });
      return status;
    });
    expect(answered).toEqual(declared);
  });

  it('return 413 for a body that is too large', async () => {
    const [answered, declared] = await both('413', async (route) => {
      const { path, verb } = route;
      return statusOfHead(app.url, [
        `${verb} ${filled({ ...route, path: path.replace(':documentId/file', `${documentId}/file`) })} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${await tokenFor(route)}`,
        `Content-Type: ${mediaTypeOf(route)}`,
        'Content-Length: 999999999',
      ]);
    });
    expect(answered).toEqual(declared);
  });

  it('return 408 for a body that does not arrive', async () => {
    const limited = routes.filter((route) => documented(route).has('408'));
    const answered = await Promise.all(
      limited.map(async (route) => {
        const { path, verb } = route;
        const connection = await RawConnection.open(app.server.port);
        const head = headOf(filled({ ...route, path: path.replace(':documentId/file', `${documentId}/file`) }), 1000, [
          `Authorization: Bearer ${await tokenFor(route)}`,
        ]);
        connection.write(head.replace('POST', verb).replace('application/json', mediaTypeOf(route)));
        // A file may pause for a quarter of an hour.
        if (path.endsWith('/file')) return connection.end();
        return refusalIn(await connection.ended()).status;
      }),
    );
    expect(answered).toEqual(limited.map(({ path }) => (path.endsWith('/file') ? undefined : 408)));
    const taking = routes.filter(({ verb }) => verb === 'POST' || verb === 'PUT' || verb === 'PATCH');
    expect(limited).toEqual(taking);
  });

  it('return 404 for a record that does not exist', async () => {
    const [answered, declared] = await both('404', async (route) => {
      const { path, verb, body } = route;
      if (!path.includes(':')) return documented(route).has('404') ? 404 : 0;
      const sent = body ? { body: leastBody(body, path) } : {};
      // An unused ID, an impossible ID, or a key that no PUT has created.
      for (const id of path.includes('/by/') ? [`${verb}-of-nobody`] : [NOBODY, -1]) {
        const at = path.replace(/:\w+/g, String(id)) + (QUERIES[path.slice(path.lastIndexOf('/') + 1)] ?? '');
        const { status } = await send(app.url, { method: verb, path: at, token: await tokenFor(route), ...sent });
        if (status === 404) return status;
      }
      return 0;
    });
    expect(answered).toEqual(declared);
  });
});
