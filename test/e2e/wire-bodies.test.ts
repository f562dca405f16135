import { connect } from 'node:net';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { type Reply, send, type Sent } from '../support/send.js';

const SHELVES = '/rest/V1/samples/shelves';
const TOKEN = '/rest/V1/samples/token';
const JSON_TYPE = { 'content-type': 'application/json' };

const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const unsupported = (fieldName: string) => ({
  message: '"%fieldName" is not supported. Correct the field name and try again.',
  parameters: { fieldName },
});

describe('request bodies (wire.md §2)', () => {
  let sample: SampleApp;
  const call = (sent: Sent): Promise<Reply> => send(sample.base, { token: 'admin:all', method: 'POST', ...sent });
  const answer = async (sent: Sent): Promise<[number, Reply['json']]> => {
    const { status, json } = await call(sent);
    return [status, json];
  };

  beforeAll(async () => {
    sample = await sampleApp({ bodyMaxBytes: 2000 });
  });
  afterAll(() => sample.close());

  describe('Expect: 100-continue', () => {
    /** The response to a client that sends its body only after `100 Continue`. */
    const waiting = (token: string, body: string, path = SHELVES): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(sample.base).port), '127.0.0.1');
        let text = '';
        socket.setEncoding('utf8').on('error', reject);
        socket.on('data', (part: string) => {
          if (text === '' && part.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.end(body);
          text += part;
        });
        socket.on('close', () => resolve(text));
        const head = [
          `POST ${path} HTTP/1.1`,
          'Host: x',
          'Expect: 100-continue',
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          `Authorization: Bearer ${token}`,
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
      });
    const BODY = JSON.stringify({ shelf: { code: 'continued' } });

    it.each([
      ['an invalid token', 'nobody', SHELVES, 401],
      ['a missing right', 'admin:none', SHELVES, 403],
      ['a route that does not exist', 'admin:all', '/rest/V1/samples/nothing', 404],
    ])('returns the final status without waiting for the body: %s', async (_, token, path, status) => {
      const text = await waiting(token, BODY, path);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
    });

    it('returns 100 Continue to a caller with the right', async () => {
      expect(await waiting('admin:all', BODY)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    });

    it('returns 417 for another expectation', async () => {
      const { status } = await call({ path: SHELVES, body: {}, headers: { expect: 'miracles' } });
      expect(status).toBe(417);
    });
  });

  describe('the wrapper', () => {
    const POST_ITEM = '/rest/V1/pricing/samples/items';

    it.each([
      ['missing', {}, [required('boxItem')]],
      ['null', { boxItem: null }, [required('boxItem')]],
      ['replaced by another key', { box: {} }, [required('boxItem')]],
      ['that of another resource', { shelf: { code: 'x' } }, [required('boxItem')]],
      ['sent with another key', { boxItem: {}, more: 1 }, [unsupported('more')]],
      ['sent in both spellings', { boxItem: {}, box_item: {} }, [unsupported('box_item')]],
      [
        'sent with several other keys',
        { boxItem: {}, more: 1, __proto: 2 },
        [unsupported('more'), unsupported('__proto')],
      ],
    ])('causes 400 if it is %s', async (_, body, errors) => {
      const expected =
        errors.length === 1 ? errors[0] : { message: 'One or more input exceptions have occurred.', errors };
      expect(await answer({ path: POST_ITEM, body })).toEqual([400, expected]);
    });

    it.each([['[]'], ['5'], ['null'], ['"x"'], ['[{"boxItem":{}}]']])(
      'is reported as missing in the body %s',
      async (body) => {
        expect(await answer({ path: POST_ITEM, body, headers: JSON_TYPE })).toEqual([400, required('boxItem')]);
      },
    );

    it.each(['saveOptions', 'save_options'])(
      "can have the platform's %s next to it, which has no effect",
      async (name) => {
        const sent = { boxItem: {}, [name]: true };
        const [status, { errors }] = await answer({ path: POST_ITEM, body: sent });
        expect([status, errors.length]).toEqual([400, 3]);
        expect(await answer({ path: POST_ITEM, body: { [name]: true } })).toEqual([400, required('boxItem')]);
        expect(await answer({ path: POST_ITEM, body: { ...sent, more: 1 } })).toEqual([400, unsupported('more')]);
      },
    );

    it('must contain an object', async () => {
      for (const value of [5, 'x', true, [1]]) {
        const [status, { message }] = await answer({ path: POST_ITEM, body: { boxItem: value } });
        expect([status, message]).toEqual([400, expect.stringContaining('The "object" type was expected.')]);
      }
    });

    it('is accepted in camelCase and snake_case', async () => {
      for (const wrapper of ['boxItem', 'box_item']) {
        const [status, { errors }] = await answer({ path: POST_ITEM, body: { [wrapper]: {} } });
        expect([status, errors.map((one: { parameters: { fieldName: string } }) => one.parameters.fieldName)]).toEqual([
          400,
          ['box_code', 'shelf_id', 'value'],
        ]);
      }
    });
  });

  describe('encoding and Content-Type', () => {
    it.each([
      ['{"shelf"', JSON_TYPE, 'Decoding error.'],
      ['{"shelf":{"code":"x"}}', {}, 'Content-Type header is empty.'],
      [
        '{}',
        { 'content-type': 'text/plain' },
        'Server cannot understand Content-Type HTTP header media type text/plain',
      ],
    ])('reject %j with %j: %s', async (body, headers, message) => {
      expect(await answer({ path: SHELVES, body, headers })).toEqual([400, { message }]);
    });

    it('reject a request without body and Content-Type', async () => {
      expect(await answer({ path: SHELVES })).toEqual([400, { message: 'Content-Type header is empty.' }]);
    });

    it('reject invalid UTF-8, lone surrogates and NUL', async () => {
      const bytes = Buffer.from([...Buffer.from('{"shelf":{"code":"'), 0xff, ...Buffer.from('"}}')]);
      expect(await answer({ path: SHELVES, body: bytes, headers: JSON_TYPE })).toEqual([
        400,
        { message: 'Decoding error.' },
      ]);
      for (const code of ['\\ud800', 'a\\u0000b']) {
        const { status } = await call({ path: SHELVES, body: `{"shelf":{"code":"${code}"}}`, headers: JSON_TYPE });
        expect(status).toBe(400);
      }
    });

    it('accept a body in pieces that split characters', async () => {
      const bytes = Buffer.from(JSON.stringify({ shelf: { code: 'größe' } }));
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      const headers = { ...JSON_TYPE, authorization: 'Bearer admin:all' };
      const options = { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit;
      const response = await fetch(sample.base + SHELVES, options);
      expect(await response.json()).toMatchObject({ code: 'größe' });
    });
  });

  describe('size', () => {
    const large = (size: number): string => JSON.stringify({ shelf: { code: 'x', name: 'y'.repeat(size) } });

    it('up to the limit is accepted, above it returns 413', async () => {
      const overhead = large(0).length;
      const fitting = await call({ path: SHELVES, body: large(2000 - overhead), headers: JSON_TYPE });
      expect(fitting.status).toBe(400);
      expect(fitting.json.parameters.fieldName).toBe('name');
      const above = await call({ path: SHELVES, body: large(2001 - overhead), headers: JSON_TYPE });
      expect([above.status, above.json]).toEqual([
        413,
        { message: 'The request is larger than the limit of 2000 bytes (BODY_MAX_KB). Send less data at once.' },
      ]);
    });

    it('far above the limit also returns 413', async () => {
      expect((await call({ path: SHELVES, body: large(8_000_000), headers: JSON_TYPE })).status).toBe(413);
    });

    it('without Content-Length is counted while the body arrives', async () => {
      const { port } = new URL(sample.base);
      const text = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1');
        let received = '';
        socket.on('data', (chunk) => {
          received += chunk.toString();
          if (received.includes('\r\n\r\n')) socket.destroy();
        });
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
        socket.write(
          `POST ${SHELVES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin:all\r\n` +
            'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
        );
        // The body never ends, but the response must arrive.
        for (let count = 0; count < 3; count += 1) socket.write(`3e8\r\n${' '.repeat(1000)}\r\n`);
      });
      expect(text).toMatch(/^HTTP\/1.1 413 /);
    });

    it('is checked after the right', async () => {
      const [status, { parameters }] = await answer({
        path: SHELVES,
        body: large(5000),
        headers: JSON_TYPE,
        token: 'admin:_Other::save',
      });
      expect([status, parameters]).toEqual([403, { resources: 'Test_Samples::save' }]);
    });
  });

  describe('a body without wrapper', () => {
    it('has the fields as its keys', async () => {
      expect(await answer({ path: TOKEN, body: { username: 'jane', password: 'x' } })).toEqual([200, 'token of jane']);
    });

    it('returns all missing fields at once, and rejects unknown ones', async () => {
      expect(await answer({ path: TOKEN, body: {} })).toEqual([
        400,
        {
          message: 'One or more input exceptions have occurred.',
          errors: [required('username'), required('password')],
        },
      ]);
      expect(await answer({ path: TOKEN, body: { username: 'a', password: 'b', more: 1 } })).toEqual([
        400,
        unsupported('more'),
      ]);
      expect((await answer({ path: TOKEN, body: '[1]', headers: JSON_TYPE }))[0]).toBe(400);
    });

    it('returns the position of a fault in inner objects', async () => {
      const path = '/rest/V1/samples/context/quote';
      const items = [{ sku: 'A', qty: 1 }, { qty: 0 }, { sku: 'B', size: 1 }];
      const { status, json } = await send(sample.base, { method: 'POST', path, body: { items } });
      expect([status, json.parameters ?? json.errors]).toEqual([400, { fieldName: 'items[1].sku' }]);
    });
  });

  it('with 130,000 unknown keys are rejected without listing all keys', async () => {
    const large = await sampleApp({ bodyMaxBytes: 2_000_000 });
    try {
      const wrong = Array.from({ length: 130_000 }, (_, index) => `"k${index}":1`).join(',');
      for (const body of [`{${wrong}}`, `{"shelf":{${wrong}}}`, `{"shelf":{},${wrong}}`]) {
        for (const path of [TOKEN, SHELVES, '/rest/V1/samples/rotate']) {
          const sent = { method: 'POST', path, body, headers: JSON_TYPE, token: 'admin:all' };
          const { status, text } = await send(large.base, sent);
          expect([path, status, text.length < 20_000]).toEqual([path, 400, true]);
        }
      }
    } finally {
      await large.close();
    }
  });

  describe('a route without fields', () => {
    const path = '/rest/V1/samples/rotate';

    it.each([
      [{ path }],
      [{ path, headers: JSON_TYPE }],
      [{ path, body: '', headers: JSON_TYPE }],
      [{ path, body: '{}', headers: JSON_TYPE }],
      [{ path, body: '[]', headers: JSON_TYPE }],
    ])('accepts %j', async (sent) => expect(await answer(sent)).toEqual([200, true]));

    it('rejects fields and other bytes', async () => {
      expect(await answer({ path, body: { more: 1 } })).toEqual([400, unsupported('more')]);
      expect(await answer({ path, body: '{', headers: JSON_TYPE })).toEqual([400, { message: 'Decoding error.' }]);
      expect(await answer({ path, body: '{}' })).toEqual([400, { message: 'Content-Type header is empty.' }]);
    });
  });

  it('of GET and DELETE are ignored', async () => {
    await call({ path: SHELVES, body: { shelf: { id: 90, code: 'gone' } } });
    expect((await call({ method: 'GET', path: `${SHELVES}/90`, body: '{', headers: JSON_TYPE })).status).toBe(200);
    expect((await call({ method: 'DELETE', path: `${SHELVES}/90`, body: 'x'.repeat(5000) })).json).toBe(true);
  });

  describe('a path variable that is an id', () => {
    it.each(['abc', '1.5', '0x10', '%20', '5%20', '+5', '１'.replace('１', '%EF%BC%91')])(
      'rejects %s, which is not an integer',
      async (raw) => {
        const { status, json } = await call({ method: 'GET', path: `${SHELVES}/${raw}` });
        const text = decodeURIComponent(raw);
        expect([status, json]).toEqual([
          400,
          { message: `The "${text}" value's type is invalid. The "int" type was expected. Verify and try again.` },
        ]);
      },
    );

    it.each([
      ['9999', 9999],
      ['-5', -5],
      ['0', 0],
      ['99999999999', 99999999999],
    ])('returns 404 for %s, which no record has', async (raw, fieldValue) => {
      for (const method of ['GET', 'DELETE']) {
        expect(await answer({ method, path: `${SHELVES}/${raw}` })).toEqual([
          404,
          { message: 'No such entity with %fieldName = %fieldValue', parameters: { fieldName: 'id', fieldValue } },
        ]);
      }
    });
  });
});
