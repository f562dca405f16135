import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const SAMPLES = join(__dirname, '../../docs/samples');
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'price.changed', timestamp: '2026-11-28T09:00:00Z', data: { sku: 'Ä1' } });

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

type ArgumentsFor = (port: number) => readonly string[];

/** The sample for Node is always tested, the others only if they are installed. */
const INSTALLED = (
  [
    ['node', () => ['webhook-receiver.mjs']],
    ['python3', () => ['webhook-receiver.py']],
    ['php', (port) => ['-S', `127.0.0.1:${port}`, 'webhook-receiver.php']],
  ] as readonly (readonly [string, ArgumentsFor])[]
).filter(([program]) => isThere(program));

describe.each(INSTALLED)('the sample receiver for %s (webhooks.md)', (program, argumentsFor) => {
  it('accepts only recent webhooks with a valid signature', async () => {
    const port = await freePort();
    const env = { ...process.env, SECRET, PORT: String(port) };
    const child = spawn(program, argumentsFor(port), { cwd: SAMPLES, env, stdio: 'ignore' });
    const post = async (secret: string, at = new Date(), body = BODY): Promise<number | undefined> => {
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', at, BODY)}`,
      };
      try {
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      } catch {
        return undefined;
      }
    };
    try {
      await until(async () => (await post(SECRET)) === 204);
      expect(await post(SECRET)).toBe(204);
      expect(await post(`whsec_${Buffer.alloc(24, 8).toString('base64')}`)).toBe(401);
      expect(await post(SECRET, new Date(Date.now() - 400_000))).toBe(401);
      expect(await post(SECRET, new Date(), `${BODY} `)).toBe(401);
    } finally {
      child.kill();
    }
  });
});
