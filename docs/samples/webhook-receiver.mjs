// Receives webhooks of Kontor. Run it with: SECRET=whsec_… PORT=8080 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from((process.env.SECRET ?? '').replace(/^whsec_/, ''), 'base64');
const TOLERANCE_S = 300;

const isValid = (id, timestamp, body, signatures) => {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // After a rotation, there are two signatures.
  return signatures.split(' ').some((text) => {
    const [version, value = ''] = text.split(',');
    const sent = Buffer.from(value, 'base64');
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
};

/** A repeated event has the same ID. Keep the IDs in your database, in the transaction that handles the event. */
const handled = new Set();

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const of = (name) => String(request.headers[`webhook-${name}`] ?? '');
  const id = of('id');
  if (!isValid(id, of('timestamp'), body, of('signature'))) return response.writeHead(401).end();
  if (!handled.has(id)) {
    const { type, data } = JSON.parse(body.toString());
    console.log(type, JSON.stringify(data));
    handled.add(id);
  }
  return response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
