import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';

const SCRIPT = pathToFileURL(join(__dirname, '../../scripts/demo-passports.mjs')).href;
const RUN = `const { tryPassports } = await import('${SCRIPT}'); console.log(await tryPassports(...process.argv.slice(1)))`;

describe('the passports of the demo', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('are published, one for each template and one of the book; a second run changes nothing', async () => {
    const run = async (): Promise<string> => {
      const args = ['--input-type=module', '-e', RUN, app.url, await app.adminToken()];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    };
    const told = await run();
    const list = () => app.call('GET', '/rest/V1/dpp/passports');
    const { body, text } = await list();
    expect(body.total_count).toBe(11);
    const page = /http:\/\/kontor\.test(\/dpp\/\S+)/.exec(told)?.[1] ?? '';
    expect((await app.call('GET', page)).status).toBe(200);
    const linked = /(\/rest\/V1\/dpp\/passport\/\S+\/jsonld)/.exec(told)?.[1] ?? '';
    expect(JSON.parse((await app.call('GET', linked)).body as string)).toHaveProperty('@context');
    const query = /-d '(.*)'/.exec(told)?.[1] ?? '';
    const { data } = (await app.call('POST', '/graphql', query)).body;
    expect(data.dppPassportBySku).toMatchObject({ template_code: 'battery', version: 1 });
    expect(await run()).toBe(told);
    expect((await list()).text).toBe(text);
    // Eleven publications and two processes: on a busy machine that takes its time.
  }, 300_000);
});
