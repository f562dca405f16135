import { startApp } from '../support/app.js';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

describe('security.txt (security.md, "Reporting a weakness")', () => {
  it('returns the contacts and an expiry date within a year to anonymous callers', async () => {
    const SECURITY_CONTACT = 'mailto:security@shop.example,https://shop.example/security';
    const app = await startApp({ settings: { SECURITY_CONTACT, PUBLIC_BASE_URL: 'https://prices.shop.example' } });
    try {
      const { status, text, headers } = await app.call('GET', PATH);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const [first, second, expires = '', ...rest] = text.split('\n');
      expect([first, second]).toEqual([
        'Contact: mailto:security@shop.example',
        'Contact: https://shop.example/security',
      ]);
      expect(rest).toEqual(['Preferred-Languages: en', `Canonical: https://prices.shop.example${PATH}`, '']);
      expect(expires).toMatch(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/);
      const days = (Date.parse(expires.slice('Expires: '.length)) - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(170);
      expect(days).toBeLessThan(365);
      expect((await app.call('HEAD', PATH)).status).toBe(200);
      expect((await app.call('POST', PATH, {})).status).toBe(404);
    } finally {
      await app.close();
    }
  });

  it('omits its own URL unless it uses https (RFC 9116)', async () => {
    const app = await startApp({ settings: { SECURITY_CONTACT: 'mailto:security@shop.example' } });
    try {
      expect((await app.call('GET', PATH)).text).toMatch(
        /^Contact: mailto:security@shop\.example\nExpires: \S+\nPreferred-Languages: en\n$/,
      );
    } finally {
      await app.close();
    }
  });

  it('returns 404 without a contact', async () => {
    const app = await startApp();
    try {
      expect((await app.call('GET', PATH)).status).toBe(404);
    } finally {
      await app.close();
    }
  });
});
