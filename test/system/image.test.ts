import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_ISOLATE, imageFlags, readOnly } from '../support/container.js';
import { ImageServer, SERVER_SETTINGS } from '../support/image-server.js';

const ROOT = join(__dirname, '..', '..');
/** Starts the content of the image as a container does: with its flags, on a read-only root, without privileges. */
const startIn = (app: string): Promise<ImageServer> => {
  const main = join(app, 'dist', 'src', 'main.js');
  return ImageServer.start({
    command: [...readOnly(main), process.execPath, ...imageFlags(), 'dist/src/main.js'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...SERVER_SETTINGS },
    cwd: app,
  });
};

if (!CAN_ISOLATE) {
  it('the image is not tested where namespaces are unavailable', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('the content of the image, run as in a container', () => {
    let app: string;
    let server: ImageServer;

    beforeAll(() => {
      if (process.env['TEST_BUILT'] !== '1') execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
      app = mkdtempSync(join(tmpdir(), 'kontor-image-'));
      execFileSync(process.execPath, [join(ROOT, 'scripts', 'image-tree.mjs'), app]);
      chmodSync(app, 0o755);
      mkdirSync(join(app, 'var'));
    });
    afterAll(async () => {
      await server.signal('SIGKILL');
      rmSync(app, { recursive: true });
    });

    it('prices, keeps its data over a restart, writes only to var, and stops cleanly', async () => {
      const before = readdirSync(app);
      server = await startIn(app);
      const token = await server.signIn();
      const product = { sku: 'P', name: 'Lantern', price: 5 };
      await server.call('/rest/V1/commerce/products', 'POST', { product }, token);
      const customer = { email: 'c@example.com', customer_number: 'C1' };
      const { id } = (await server.call('/rest/V1/commerce/customers', 'POST', { customer }, token)) as { id: number };
      const question = { customer_id: id, items: [{ sku: 'P', qty: 2 }] };
      const price = await server.call('/rest/V1/pricing/get-multi-price', 'POST', question, token);
      expect(JSON.stringify(price)).toContain('"sku":"P"');
      const document = { name: 'Guide', customer_ids: [id] };
      await server.call('/rest/V1/customerdocuments', 'POST', { document }, token);
      expect(await server.signal('SIGTERM')).toEqual([0, null]);

      server = await startIn(app);
      const again = await server.signIn();
      expect(await server.call('/rest/V1/pricing/get-multi-price', 'POST', question, again)).toEqual(price);
      expect(readdirSync(app)).toEqual(before);
      expect(await server.signal('SIGTERM')).toEqual([0, null]);
    });
  });
}
