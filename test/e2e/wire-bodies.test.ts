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
    /** What a client reads that sends its body only after `100 Continue`. */
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
      ['a token that is none', 'nobody', SHELVES, 401],
      ['a missing right', 'admin:none', SHELVES, 403],
      ['a route that does not exist', 'admin:all', '/rest/V1/samples/nothing', 404],
    ])('%s: the final status at once, without the body', async (_, token, path, status) => {
      const text = await waiting(token, BODY, path);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
    });

    it('who may call is asked for the body', async () => {
      expect(await waiting('admin:all', BODY)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    });

    it('another expectation is 417', async () => {
      const { status } = await call({ path: SHELVES, body: {}, headers: { expect: 'miracles' } });
      expect(status).toBe(417);
    });
  });

  describe('the wrapper', () => {
    const POST_ITEM = '/rest/V1/pricing/samples/items';

    it.each([
      ['missing', {}, [required('boxItem')]],
      ['null', { boxItem: null }, [required('boxItem')]],
      ['another one alone', { box: {} }, [required('boxItem')]],
      ['of another resource', { shelf: { code: 'x' } }, [required('boxItem')]],
      ['with a further key', { boxItem: {}, more: 1 }, [unsupported('more')]],
      ['with itself in the other spelling', { boxItem: {}, box_item: {} }, [unsupported('box_item')]],
      ['with further keys', { boxItem: {}, more: 1, __proto: 2 }, [unsupported('more'), unsupported('__proto')]],
    ])('%s', async (_, body, errors) => {
      const expected =
        errors.length === 1 ? errors[0] : { message: 'One or more input exceptions have occurred.', errors };
      expect(await answer({ path: POST_ITEM, body })).toEqual([400, expected]);
    });

    it.each([['[]'], ['5'], ['null'], ['"x"'], ['[{"boxItem":{}}]']])('of a body %s is missing', async (body) => {
      expect(await answer({ path: POST_ITEM, body, headers: JSON_TYPE })).toEqual([400, required('boxItem')]);
    });

    it.each(['saveOptions', 'save_options'])('has %s of the platform beside it, which says nothing', async (name) => {
      const sent = { boxItem: {}, [name]: true };
      const [status, { errors }] = await answer({ path: POST_ITEM, body: sent });
      expect([status, errors.length]).toEqual([400, 3]);
      expect(await answer({ path: POST_ITEM, body: { [name]: true } })).toEqual([400, required('boxItem')]);
      expect(await answer({ path: POST_ITEM, body: { ...sent, more: 1 } })).toEqual([400, unsupported('more')]);
    });

    it('holds an object', async () => {
      for (const value of [5, 'x', true, [1]]) {
        const [status, { message }] = await answer({ path: POST_ITEM, body: { boxItem: value } });
        expect([status, message]).toEqual([400, expect.stringContaining('The "object" type was expected.')]);
      }
    });

    it('is taken in camelCase and snake_case', async () => {
      for (const wrapper of ['boxItem', 'box_item']) {
        const [status, { errors }] = await answer({ path: POST_ITEM, body: { [wrapper]: {} } });
        expect([status, errors.map((one: { parameters: { fieldName: string } }) => one.parameters.fieldName)]).toEqual([
          400,
          ['box_code', 'shelf_id', 'value'],
        ]);
      }
    });
  });

  describe('bytes and types', () => {
    it.each([
      ['{"shelf"', JSON_TYPE, 'Decoding error.'],
      ['{"shelf":{"code":"x"}}', {}, 'Content-Type header is empty.'],
      [
        '{}',
        { 'content-type': 'text/plain' },
        'Server cannot understand Content-Type HTTP header media type text/plain',
      ],
    ])('%j with %j: %s', async (body, headers, message) => {
      expect(await answer({ path: SHELVES, body, headers })).toEqual([400, { message }]);
    });

    it('nothing at all has no Content-Type either', async () => {
      expect(await answer({ path: SHELVES })).toEqual([400, { message: 'Content-Type header is empty.' }]);
    });

    it('no UTF-8, lone surrogates and NUL', async () => {
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

    it('a body in pieces is one body, wherever it was cut', async () => {
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

    it('up to the limit is read, above it is 413', async () => {
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

    it('far above the limit is answered all the same, and the connection lives on', async () => {
      expect((await call({ path: SHELVES, body: large(8_000_000), headers: JSON_TYPE })).status).toBe(413);
    });

    it('without a length is counted while it comes', async () => {
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
        // The body never ends: the answer must come all the same.
        for (let count = 0; count < 3; count += 1) socket.write(`3e8\r\n${' '.repeat(1000)}\r\n`);
      });
      expect(text).toMatch(/^HTTP\/1.1 413 /);
    });

    it('is not looked at before the right', async () => {
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

    it('several missing come together, an unknown one is refused', async () => {
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

    it('has inner objects, told by their place', async () => {
      const path = '/rest/V1/samples/context/quote';
      const items = [{ sku: 'A', qty: 1 }, { qty: 0 }, { sku: 'B', size: 1 }];
      const { status, json } = await send(sample.base, { method: 'POST', path, body: { items } });
      expect([status, json.parameters ?? json.errors]).toEqual([400, { fieldName: 'items[1].sku' }]);
    });
  });

  it('a hundred thousand wrong keys are refused as one is, and not all are told', async () => {
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
    ])('takes %j', async (sent) => expect(await answer(sent)).toEqual([200, true]));

    it('takes no field and no other bytes', async () => {
      expect(await answer({ path, body: { more: 1 } })).toEqual([400, unsupported('more')]);
      expect(await answer({ path, body: '{', headers: JSON_TYPE })).toEqual([400, { message: 'Decoding error.' }]);
      expect(await answer({ path, body: '{}' })).toEqual([400, { message: 'Content-Type header is empty.' }]);
    });
  });

  it('GET and DELETE carry none: what is sent nevertheless is not read', async () => {
    await call({ path: SHELVES, body: { shelf: { id: 90, code: 'gone' } } });
    expect((await call({ method: 'GET', path: `${SHELVES}/90`, body: '{', headers: JSON_TYPE })).status).toBe(200);
    expect((await call({ method: 'DELETE', path: `${SHELVES}/90`, body: 'x'.repeat(5000) })).json).toBe(true);
  });

  describe('a path variable that is an id', () => {
    it.each(['abc', '1.5', '0x10', '%20', '5%20', '+5', '１'.replace('１', '%EF%BC%91')])(
      '%s is no int',
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
    ])('%s is of no record', async (raw, fieldValue) => {
      for (const method of ['GET', 'DELETE']) {
        expect(await answer({ method, path: `${SHELVES}/${raw}` })).toEqual([
          404,
          { message: 'No such entity with %fieldName = %fieldValue', parameters: { fieldName: 'id', fieldValue } },
        ]);
      }
    });
  });
});
