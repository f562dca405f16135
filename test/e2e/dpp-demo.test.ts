import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { labelSheet } from '../../src/dpp/labels/domain/label-sheet.js';
import { cutOut, pdfPages } from '../support/pdf-pages.js';
import { scanned } from '../support/scanner.js';

const SCRIPT = pathToFileURL(join(__dirname, '../../scripts/demo-passports.mjs')).href;
const RUN = `const { tryPassports } = await import('${SCRIPT}'); console.log(await tryPassports(...process.argv.slice(1)))`;

const FIRST_DAY = readFileSync(join(__dirname, '../../docs/passports-first-day.md'), 'utf8');
/** Size of the codes on label sheets, in millimetres. */
const SIZE = 25;
const PER_PAGE = 24;

describe('the demo passports', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  /** Checks that a scanned link opens a page in a browser. */
  const leadsToAPage = async (link: string): Promise<void> => {
    const { pathname } = new URL(link);
    const found = await app.call('GET', pathname, undefined, undefined, { accept: 'text/html' });
    const page = found.status === 307 ? new URL(found.headers.get('location') ?? '').pathname : pathname;
    const { status } = await app.call('GET', page, undefined, undefined, { accept: 'text/html' });
    expect([link, status]).toEqual([link, 200]);
  };

  const bytesOf = async (path: string): Promise<Uint8Array> => {
    const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${await app.adminToken()}` } });
    expect([path, response.status]).toEqual([path, 200]);
    return new Uint8Array(await response.arrayBuffer());
  };

  const textOf = async (png: Uint8Array): Promise<string> => {
    const [found] = await scanned(png);
    return found?.text ?? 'nothing';
  };

  /** The texts of the codes on a label sheet, in order. */
  const printed = async (path: string, count: number): Promise<readonly string[]> => {
    const sheet = labelSheet(SIZE, PER_PAGE);
    if (!('corners' in sheet)) throw new Error('so many fit on a page');
    const said: string[] = [];
    for (const page of await pdfPages(await bytesOf(`${path}size_mm=${SIZE}&per_page=${PER_PAGE}`)))
      for (const { x, y } of sheet.corners.slice(0, count - said.length))
        said.push(await textOf(cutOut(page, x, y, SIZE)));
    return said;
  };

  it('are published by the script, and running it again changes nothing', async () => {
    const run = async (): Promise<string> => {
      const args = ['--input-type=module', '-e', RUN, app.url, await app.adminToken()];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    };
    const issuer = { name: 'Demo Wholesale Ltd', url: 'https://wholesale.example', operator_id: 'GB000000000000' };
    await app.good('PUT', '/rest/V1/commerce/stores/1', { store: { issuer } });
    const output = await run();
    const list = () => app.call('GET', '/rest/V1/dpp/passports');
    const { body, text } = await list();
    expect(body.total_count).toBe(16);
    expect((await app.call('GET', '/rest/V1/dpp/passport/20697')).body).toMatchObject({ store_id: 1, issuer });
    const page = /http:\/\/kontor\.test(\/dpp\/\S+)/.exec(output)?.[1] ?? '';
    expect((await app.call('GET', page)).status).toBe(200);
    const [, linked = '', accept = ''] = /curl -s 'http:\/\/kontor\.test(\S+)' -H 'Accept: (\S+)'/.exec(output) ?? [];
    const data = await fetch(app.url + linked, { headers: { accept } });
    expect([data.headers.get('content-type'), await data.json()]).toEqual([
      expect.stringMatching(/^application\/ld\+json/),
      expect.objectContaining({ '@context': expect.anything() }),
    ]);
    const query = /-d '(.*)'/.exec(output)?.[1] ?? '';
    const answered = (await app.call('POST', '/graphql', query)).body;
    expect(answered.data.dppPassportBySku).toMatchObject({ template_code: 'battery', version: 1 });
    // Runs the printed grant commands: the public answer, then a repairer's, then an authority's.
    const typed = output.slice(output.indexOf('GRANT=')).replaceAll('http://kontor.test', app.url);
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
    expect(await run()).toBe(output);
    expect((await list()).text).toBe(text);
  });

  it('have scannable codes, as images and on label sheets, that open their pages', async () => {
    const { body } = await app.call('GET', '/rest/V1/dpp/passports');
    const passports = body.items as readonly { readonly passport_id: number; readonly uuid: string }[];
    const ids = passports.map(({ passport_id: id }) => id).join(',');
    const onLabels = await printed(`/rest/V1/dpp/manage/passports/labels.pdf?ids=${ids}&`, passports.length);
    expect(passports).toHaveLength(16);
    for (const [at, { uuid }] of passports.entries()) {
      const said = await textOf(await bytesOf(`/dpp/${uuid}/qr.png`));
      expect([uuid, onLabels[at]]).toEqual([uuid, said]);
      await leadsToAPage(said);
    }
  });

  it('work with every command in docs/passports-first-day.md, including the labels of its run', async () => {
    const commands = [...FIRST_DAY.matchAll(/^```sh\n([^]*?)^```/gm)]
      .map(([, block = '']) => block)
      .join('')
      .replaceAll('localhost:3000', 'kontor.test')
      .split(/^# /m)
      .slice(1)
      .map((one) => one.slice(one.indexOf('\n') + 1));
    const folder = mkdtempSync(join(tmpdir(), 'kontor-first-day-'));
    // Links use the server's public name, so curl connects that name to the test server.
    writeFileSync(join(folder, '.curlrc'), `connect-to = "kontor.test:80:${new URL(app.url).host}"\n`);
    const MARK = '@@@@';
    const typed = async (said: readonly string[], env: Record<string, string> = {}): Promise<readonly string[]> => {
      const script = said.map((one) => `${one}echo; echo '${MARK}'\n`).join('');
      const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', script], {
        cwd: folder,
        env: { ...process.env, HOME: folder, ADMIN: await app.adminToken(), ...env },
      });
      return stdout.split(MARK).map((one) => one.trim());
    };
    expect(commands).toHaveLength(8);
    const [, readiness = '', everybody = '', , repairer = '', measured = '', run = ''] = await typed([
      ...commands.slice(0, 6),
      `${commands[6] ?? ''}echo "$RUN"\n`,
    ]);
    expect(JSON.parse(readiness)).toMatchObject({ sku: 'BAT-36V-545', ready: 1, items: [] });
    const [all, more] = [JSON.parse(everybody), JSON.parse(repairer)];
    const HIDDEN = ['dismantling', 'materials_detail', 'state_of_health', 'cycle_count'];
    expect(HIDDEN.filter((name) => name in all)).toEqual([]);
    expect(HIDDEN.filter((name) => name in more)).toEqual(HIDDEN);
    expect(JSON.parse(measured)).toEqual({ received: 1, stored: 1 });
    expect((await typed(commands.slice(3, 5)))[1]).toContain('"value":213');
    const path = `/rest/V1/dpp/manage/runs/${run}`;
    while (!['published', 'failed'].includes((await app.good('GET', path)).status)) await delay(50);
    const [output = ''] = await typed(commands.slice(7), { RUN: run });
    expect(JSON.parse(output)).toMatchObject({ status: 'published', reserved: 3, published: 3 });
    const [sheet] = await pdfPages(readFileSync(join(folder, 'labels.pdf')));
    const serials = ['RP200-0001', 'RP200-0002', 'RP200-0003'];
    for (const serial of serials) expect(sheet?.texts.map(({ text }) => text)).toContain(`(21) ${serial}`);
    rmSync(folder, { recursive: true });
    const said = await printed(`${path}/labels.pdf?`, serials.length);
    expect(said.map((one) => one.split('/').at(-1))).toEqual(serials);
    for (const link of said) await leadsToAPage(link);
  });
});
