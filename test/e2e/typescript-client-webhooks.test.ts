import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookRefused } from '../../clients/typescript/src/index.js';

describe('verifyWebhook (Standard Webhooks)', () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const other = `whsec_${randomBytes(24).toString('base64')}`;
  const body = '{"type":"price.changed","text":"Söhne"}';
  const signed = (at: Date, ...by: readonly string[]) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('msg_1', at, body)).join(' '),
  });

  it('rejects an invalid secret', async () => {
    const headers = signed(new Date(), secret);
    await expect(verifyWebhook({ body, headers, secrets: 'whsec_!' })).rejects.toBeInstanceOf(WebhookRefused);
  });

  it('accepts headers as arrays with one value', async () => {
    const lists = Object.fromEntries(
      Object.entries(signed(new Date(), secret)).map(([name, value]) => [name, [value]]),
    );
    expect(await verifyWebhook({ body, headers: lists, secrets: secret })).toMatchObject({ id: 'msg_1' });
  });

  it('accepts text or bytes, headers of any type, and both secrets during a rotation', async () => {
    const headers = signed(new Date(), other, secret);
    const event = { type: 'price.changed', text: 'Söhne' };
    expect(await verifyWebhook({ body, headers, secrets: secret })).toMatchObject({ id: 'msg_1', event });
    const bytes = new TextEncoder().encode(body);
    const upper = { ...headers, 'webhook-id': undefined, 'Webhook-Id': 'msg_1' };
    expect(await verifyWebhook({ body: bytes, headers: upper, secrets: ['whsec_AAAA', other] })).toMatchObject({
      event,
    });
    expect(await verifyWebhook({ body, headers: new Headers(headers), secrets: secret })).toMatchObject({ event });
  });

  it.each([
    ['another secret', {}, other, body],
    ['another body', {}, secret, body.replace('price', 'prices')],
    ['another id', { 'webhook-id': 'msg_2' }, secret, body],
    ['another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 10) }, secret, body],
    ['no id', { 'webhook-id': '' }, secret, body],
    ['no signature', { 'webhook-signature': 'v1,' }, secret, body],
    ['another kind of signature', { 'webhook-signature': 'v1a,abc' }, secret, body],
    ['an invalid signature', { 'webhook-signature': 'v1,%%%' }, secret, body],
    ['an invalid time', { 'webhook-timestamp': 'now' }, secret, body],
  ])('rejects %s', async (_, changed, secrets, text) => {
    const headers = { ...signed(new Date(), secret), ...changed };
    await expect(verifyWebhook({ body: text, headers, secrets })).rejects.toMatchObject({ name: 'WebhookRefused' });
  });

  it('rejects timestamps more than 300 seconds in the past or future', async () => {
    const at = new Date();
    const headers = signed(at, secret);
    for (const seconds of [-301, 301])
      await expect(verifyWebhook({ body, headers, secrets: secret }, at.getTime() + seconds * 1000)).rejects.toThrow(
        'too old',
      );
    for (const seconds of [-299, 299])
      await verifyWebhook({ body, headers, secrets: secret }, at.getTime() + seconds * 1000);
  });
});
