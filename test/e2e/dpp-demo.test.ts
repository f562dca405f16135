import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';
import { BASE, nQuadsOf } from '../support/linked-data.js';
import { shapesOf } from '../support/shapes.js';

const SCRIPT = pathToFileURL(join(__dirname, '../../scripts/demo-passports.mjs')).href;
const RUN = `const { tryPassports } = await import('${SCRIPT}'); console.log(await tryPassports(...process.argv.slice(1)))`;

describe('the passports of the demo', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('are published, the examples of each template and one of the book; a second run changes nothing', async () => {
    const run = async (): Promise<string> => {
      const args = ['--input-type=module', '-e', RUN, app.url, await app.adminToken()];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    };
    const issuer = { name: 'Demo Wholesale Ltd', url: 'https://wholesale.example', operator_id: 'GB000000000000' };
    await app.good('PUT', '/rest/V1/commerce/stores/1', { store: { issuer } });
    const told = await run();
    const list = () => app.call('GET', '/rest/V1/dpp/passports');
    const { body, text } = await list();
    expect(body.total_count).toBe(16);
    expect((await app.call('GET', '/rest/V1/dpp/passport/20697')).body).toMatchObject({ store_id: 1, issuer });
    const page = /http:\/\/kontor\.test(\/dpp\/\S+)/.exec(told)?.[1] ?? '';
    expect((await app.call('GET', page)).status).toBe(200);
    const [, linked = '', accept = ''] = /curl -s 'http:\/\/kontor\.test(\S+)' -H 'Accept: (\S+)'/.exec(told) ?? [];
    const data = await fetch(app.url + linked, { headers: { accept } });
    expect([data.headers.get('content-type'), await data.json()]).toEqual([
      expect.stringMatching(/^application\/ld\+json/),
      expect.objectContaining({ '@context': expect.anything() }),
    ]);
    const query = /-d '(.*)'/.exec(told)?.[1] ?? '';
    const answered = (await app.call('POST', '/graphql', query)).body;
    expect(answered.data.dppPassportBySku).toMatchObject({ template_code: 'battery', version: 1 });
    // What to type for a grant, typed: everybody's answer, then the repairer's; then what an authority reads.
    const typed = told.slice(told.indexOf('GRANT=')).replaceAll('http://kontor.test', app.url);
    const shown = async (commands: string): Promise<string> =>
      (await promisify(execFile)('/bin/sh', ['-c', commands])).stdout;
    const [, everybody, repairer] = (await shown(typed)).split(/(?<=^|\n|\})(?=\{)/);
    const authority = (await shown(typed.replace('legitimate_interest', 'authority'))).split(/(?<=\n|\})(?=\{)/).at(-1);
    const seen = [everybody, repairer, authority].map((answer) => Object.keys(JSON.parse(answer ?? '')));
    const HIDDEN = ['materials_detail', 'test_reports', 'state_of_health'];
    expect(seen.map((names) => HIDDEN.filter((name) => names.includes(name)))).toEqual([
      [],
      ['materials_detail', 'state_of_health'],
      ['materials_detail', 'test_reports'],
    ]);
    expect(await run()).toBe(told);
    expect((await list()).text).toBe(text);
    const [header, whole] = [await shapesOf('header'), await shapesOf('header', 'battery')];
    for (const { uuid, template_code: code } of body.items) {
      const linkedData = await fetch(`${app.url}/dpp/${uuid}`, { headers: { accept: 'application/ld+json' } });
      const document = JSON.parse((await linkedData.text()).replaceAll('http://kontor.test', BASE));
      expect([code, await (code === 'battery' ? whole : header)(await nQuadsOf(document))]).toEqual([code, []]);
    }
    // Eleven publications and two processes: on a busy machine that takes its time.
  }, 300_000);
});
