import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ManageAccounts } from '../../src/access/index.js';
import { startApp, type TestApp } from '../support/app.js';

const ROOT = join(__dirname, '..', '..');
const ADMIN = { username: 'ada', password: 'correct horse battery staple' };

/** Third-party clients of the shop platform and of GraphQL, unchanged and called as in their READMEs. */
describe('third-party clients', () => {
  let app: TestApp;
  let folder: string;
  let token: string;

  /** Runs a script as its author would: with the packages of this project, in a process of its own. */
  const script = async (kind: 'cjs' | 'mjs', code: string): Promise<unknown> => {
    const file = join(folder, `script.${kind}`);
    await writeFile(file, code);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    }).catch(({ stdout: out, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(out + stderr);
    });
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1));
  };

  beforeAll(async () => {
    app = await startApp();
    folder = await mkdtemp(join(tmpdir(), 'kontor-clients-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await app.get<ManageAccounts>(ManageAccounts).createAdmin(ADMIN);
    token = await app.integrationToken('_Commerce::manage', '_Commerce::save', '_Commerce::delete');
    await app.good('POST', '/rest/V1/commerce/products', { product: { id: 5, sku: 'A1', name: 'Lamp' } });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(['node-magento2', 'node-magento2-rest-api'])('%s', (name) => {
    const client = (options: object) => `
      const Magento2 = require('${name}');
      const mageClient = new Magento2('${app.url}', ${JSON.stringify(options)});`;
    const integration = () => ({ authentication: { integration: { access_token: token } } });

    it('reads, writes and deletes with the token of an integration', async () => {
      const output = await script(
        'cjs',
        `${client(integration())}
        (async () => {
          await mageClient.init();
          const found = await mageClient.get('/V1/commerce/products/search', {searchCriteria: {filterGroups: [{filters: [{field: 'sku', value: 'A1'}]}]}});
          const made = await mageClient.post('/V1/commerce/products', {product: {sku: 'B/2', name: 'Bulb'}});
          const changed = await mageClient.put('/V1/commerce/products/' + made.id, {product: {name: 'Bulbs'}, saveOptions: true});
          const gone = await mageClient.delete('/V1/commerce/products/' + made.id);
          const refused = await mageClient.get('/V1/commerce/products/999').catch(e => e);
          console.log(JSON.stringify([found.items.map(({id}) => id), made.sku, changed.name, gone, refused]));
        })();`,
      );
      expect(output).toEqual([[5], 'B/2', 'Bulbs', true, 'No such entity with id = 999']);
    });

    it('lists modules with its helper', async () => {
      const output = await script(
        'cjs',
        `${client(integration())}
        mageClient.init();
        mageClient.module.get().then(modules => console.log(JSON.stringify(modules)));`,
      );
      expect(output).toContain('Kontor_Commerce');
    });

    it('signs in with username and password', async () => {
      const login = { authentication: { login: { type: 'admin', ...ADMIN } } };
      const output = await script(
        'cjs',
        `${client(login)}
        mageClient.post('/V1/integration/admin/token', ${JSON.stringify(ADMIN)}).then(token => {
          mageClient.authKey = token;
          return mageClient.get('/V1/store/websites');
        }).then(websites => console.log(JSON.stringify(websites)));`,
      );
      expect(output).toEqual([
        { id: 0, code: 'admin', name: 'Admin', default_group_id: 0 },
        { id: 1, code: 'base', name: 'Main Website', default_group_id: 1 },
      ]);
    });
  });

  it('@iqz/oriole signs in as administrator and customer', async () => {
    const { id } = await app.customer({ email: 'eve@example.com', password: ADMIN.password });
    const output = await script(
      'cjs',
      `require('reflect-metadata');
      const { Oriole } = require('@iqz/oriole');
      const o = new Oriole({ bearer: { token: '${token}' }, url: '${app.url}/rest' });
      (async () => {
        const admin = await o.integration.getAdminToken('${ADMIN.username}', '${ADMIN.password}');
        const customer = await o.integration.getCustomerToken('eve@example.com', '${ADMIN.password}');
        const wrong = await o.integration.getAdminToken('${ADMIN.username}', 'x').catch(e => String(e));
        console.log(JSON.stringify([admin, customer, wrong]));
      })();`,
    );
    const [admin, customer, wrong] = output as [string, string, string];
    expect((await app.call('GET', '/rest/V1/store/websites', undefined, admin)).status).toBe(200);
    expect(id).toBeGreaterThan(0);
    expect(
      (await app.call('GET', '/rest/V1/customerdocuments/me/search?searchCriteria', undefined, customer)).status,
    ).toBe(200);
    expect(wrong).toContain('incorrect');
  });

  describe('for GraphQL', () => {
    const QUERY = '{ dppPassports(searchCriteria: { pageSize: 1 }) { total_count } }';

    it('@urql/core queries by GET, which is its default', async () => {
      const output = await script(
        'mjs',
        `import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
        let method;
        const client = new Client({
          url: '${app.url}/graphql',
          exchanges: [cacheExchange, fetchExchange],
          fetch: (url, options) => { method = options.method; return fetch(url, options); },
        });
        const { data, error } = await client.query(gql\`${QUERY}\`, {}).toPromise();
        console.log(JSON.stringify([method, data, error ? String(error) : null]));`,
      );
      expect(output).toEqual(['GET', { dppPassports: { __typename: expect.any(String), total_count: 0 } }, null]);
    });

    it('@apollo/client queries by POST, and by GET if configured', async () => {
      const output = await script(
        'mjs',
        `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client/core/index.js';
        const answers = [];
        for (const useGETForQueries of [false, true]) {
          const client = new ApolloClient({
            link: new HttpLink({ uri: '${app.url}/graphql', useGETForQueries }),
            cache: new InMemoryCache(),
          });
          const { data } = await client.query({ query: gql\`${QUERY}\` });
          answers.push(data.dppPassports.total_count);
        }
        console.log(JSON.stringify(answers));`,
      );
      expect(output).toEqual([0, 0]);
    });

    it('graphql-codegen generates types for the served schema and for a query', async () => {
      await writeFile(join(folder, 'query.graphql'), `query Passports ${QUERY}\n`);
      const config = {
        schema: `${app.url}/graphql`,
        documents: 'query.graphql',
        generates: { 'types.ts': { plugins: ['typescript', 'typescript-operations'] } },
      };
      await writeFile(join(folder, 'codegen.json'), JSON.stringify(config));
      const bin = join(ROOT, 'node_modules', '.bin', 'graphql-codegen');
      await promisify(execFile)(process.execPath, [bin, '--config', 'codegen.json'], { cwd: folder });
      const types = await readFile(join(folder, 'types.ts'), 'utf8');
      expect(types).toMatch(/export type PassportsQuery = /);
      expect(types).toContain('total_count');
    });
  });
});
