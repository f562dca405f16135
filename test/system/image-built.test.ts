import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_BUILD_IMAGE, inImage, type MountedImage } from '../support/container.js';
import { freePort } from '../support/free-port.js';
import { ImageServer, SERVER_SETTINGS } from '../support/image-server.js';

const ROOT = join(__dirname, '..', '..');
const SCRIPT = join(ROOT, 'scripts', 'image.mjs');
/** Always the same folder, so that a run removes what a killed run has left. */
const STORAGE = join(ROOT, 'var', 'image');
const MOST_BYTES = 80e6;

interface Built {
  readonly root: string;
  readonly baseBytes: number;
  readonly bytes: number;
  readonly config: {
    readonly User: string;
    readonly WorkingDir: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
    readonly Healthcheck: { readonly Test: readonly string[] };
    readonly Volumes: Readonly<Record<string, unknown>>;
    readonly Labels: Readonly<Record<string, string>>;
  };
}

if (!CAN_BUILD_IMAGE) {
  it('the image is not built without buildah and namespaces', () => expect(CAN_BUILD_IMAGE).toBe(false));
} else {
  describe('the image that the Dockerfile builds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-built-'));
    let built: Built;
    let image: MountedImage;
    let env: Readonly<Record<string, string>>;
    let server: ImageServer | undefined;

    const start = async (more: Readonly<Record<string, string>> = {}): Promise<ImageServer> =>
      (server = await ImageServer.start({
        command: [...inImage(image), ...built.config.Cmd],
        env: { ...env, ...SERVER_SETTINGS, PUBLIC_BASE_URL: 'http://kontor.test', ...more },
      }));
    /** Runs a command in the image, next to the server if that runs. Returns the exit code and the output. */
    const run = (command: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const [program = '', ...words] = [...inImage(image), ...command];
      const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env: { ...env, ...more } });
      return { status, stdout, stderr };
    };
    const stop = (): unknown => server?.signal('SIGTERM');

    beforeAll(() => {
      const printed = execFileSync(process.execPath, [SCRIPT, STORAGE], { encoding: 'utf8' });
      built = JSON.parse(printed) as Built;
      const { User: user, WorkingDir: workdir, Volumes: volumes, Env } = built.config;
      const [volume = ''] = Object.keys(volumes);
      const volumeOf = join(folder, 'var');
      // A new volume takes its owner and mode from the folder of the image at its mount point.
      const { uid, gid, mode } = statSync(join(built.root, volume));
      mkdirSync(volumeOf);
      chownSync(volumeOf, uid, gid);
      chmodSync(volumeOf, mode);
      chmodSync(folder, 0o755);
      image = { root: built.root, volume, volumeOf, user, workdir };
      env = Object.fromEntries(Env.map((line) => /^([^=]*)=(.*)$/s.exec(line)?.slice(1) ?? []));
    }, 600_000);
    afterEach(() => server?.signal('SIGKILL'));
    afterAll(() => {
      execFileSync(process.execPath, [SCRIPT, '--remove', STORAGE]);
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    it('adds at most 80 MB to its base, and reports its version and revision', () => {
      const own = built.bytes - built.baseBytes;
      expect(own).toBeGreaterThan(10e6);
      expect(own).toBeLessThan(MOST_BYTES);
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
      const revision = built.config.Labels['org.opencontainers.image.revision'];
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
      expect(built.config.Labels).toMatchObject({ 'org.opencontainers.image.version': version });
      const stdout = `${version} (revision ${revision})\n`;
      expect(run(['kontor', '--version'])).toEqual({ status: 0, stdout, stderr: '' });
    });

    it('runs as an unprivileged user who can write only to its volume', async () => {
      const { pid } = await start();
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const fields = Object.fromEntries(
        [...status.matchAll(/^(\w+):\t(.*)$/gm)].map(([, name, value]) => [name, value]),
      );
      expect(fields).toMatchObject({
        Uid: '1000\t1000\t1000\t1000',
        Gid: '1000\t1000\t1000\t1000',
        NSpid: expect.stringMatching(/\t1$/) as string,
        CapEff: '0000000000000000',
        CapPrm: '0000000000000000',
        CapBnd: '0000000000000000',
        NoNewPrivs: '1',
      });
      const closed = ['/', '/app', '/app/dist', '/tmp', '/var/tmp', '/run', '/dev', '/usr/local/bin'];
      const tried = 'for place in "$@"; do touch "$place/x" 2>/dev/null && echo "$place"; done';
      expect(run(['sh', '-c', tried, 'sh', ...closed, image.volume]).stdout).toBe(`${image.volume}\n`);
      expect(await stop()).toEqual([0, null]);
    });

    it('passes its health check only while the server runs', async () => {
      const PORT = String(await freePort());
      const [kind, ...check] = built.config.Healthcheck.Test;
      expect(kind).toBe('CMD');
      await start({ PORT });
      expect(run(check, { PORT, HOST: '127.0.0.1' })).toMatchObject({ status: 0 });
      expect(await stop()).toEqual([0, null]);
      expect(run(check, { PORT, HOST: '127.0.0.1' }).status).toBe(1);
    });

    it('prices, stores documents, publishes a passport, and keeps all of it over a restart', async () => {
      let shop = await start();
      let token = await shop.signIn();
      const product = { sku: 'P', name: 'Lantern', price: 5 };
      await shop.call('/rest/V1/commerce/products', 'POST', { product }, token);
      const customer = { email: 'c@example.com', customer_number: 'C1' };
      const { id } = await shop.call('/rest/V1/commerce/customers', 'POST', { customer }, token);
      const customerPrice = { customer_id: id, sku: 'P', value: 4.5 };
      await shop.call('/rest/V1/pricing/customerprice', 'POST', { customerPrice }, token);
      const question = { customer_id: id, items: [{ sku: 'P', qty: 2 }] };
      const priced = () => shop.call('/rest/V1/pricing/get-multi-price', 'POST', question, token);
      expect(await priced()).toMatchObject({ items: [{ sku: 'P', unit_price: 4.5 }] });

      const document = { name: 'Guide', customer_ids: [id] };
      const { id: documentId } = await shop.call('/rest/V1/customerdocuments', 'POST', { document }, token);
      const pdf = readFileSync(join(ROOT, 'demo', 'documents', 'parasol-guide.pdf'));
      const documentFile = { name: 'guide.pdf', base64_encoded_data: pdf.toString('base64') };
      const file = `/rest/V1/customerdocuments/${documentId}/file`;
      await shop.call(file, 'PUT', { documentFile }, token);
      const headers = () => ({ authorization: `Bearer ${token}` });
      const read = async () => (await shop.bytes(`${file}/content`, headers())).equals(pdf);
      expect(await read()).toBe(true);

      // A separate process validates it, and its labels use the fonts of the image.
      const manage = '/rest/V1/dpp/manage';
      const { items } = await shop.call(`${manage}/templates/search?searchCriteria=`, 'GET', undefined, token);
      const battery = items.find(({ code }: { readonly code: string }) => code === 'battery');
      const passport = { ...battery.example, template_code: 'battery', template_version: battery.version };
      const { passport_id, uuid } = await shop.call(`${manage}/passports`, 'POST', { passport }, token);
      await shop.call(`${manage}/passports/${passport_id}/publish`, 'POST', undefined, token);
      const page = async () => (await shop.bytes(`/dpp/${uuid}`, { accept: 'text/html' })).toString();
      const shown = await page();
      expect(shown).toContain('<html');
      const linked = await shop.bytes(`/dpp/${uuid}`, { accept: 'application/ld+json' });
      expect(JSON.parse(linked.toString())).toHaveProperty('@context');
      const sheet = `${manage}/passports/labels.pdf?ids=${passport_id}&size_mm=25&per_page=24`;
      expect((await shop.bytes(sheet, headers())).subarray(0, 5).toString()).toBe('%PDF-');
      expect((await shop.bytes('/swagger/swagger-ui-bundle.js')).length).toBeGreaterThan(1e5);
      expect(await stop()).toEqual([0, null]);

      shop = await start();
      token = await shop.signIn();
      expect(await priced()).toMatchObject({ items: [{ sku: 'P', unit_price: 4.5 }] });
      expect(await read()).toBe(true);
      expect(await page()).toBe(shown);
      expect(await stop()).toEqual([0, null]);
    });
  });
}
