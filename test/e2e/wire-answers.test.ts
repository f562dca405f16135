import { Get, Logger, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  InputRefused,
  HistoryExpired,
  NoSuchEntity,
  required,
  RightMissing,
  SignInRefused,
  StateConflict,
  TooManyRequests,
  Unavailable,
} from '../../libs/kernel/index.js';
import { Anonymous, Describes, WireSettings } from '../../libs/web/index.js';
import { answers } from '../../libs/operations/index.js';
import { RestController, WireAdapter, WireModule } from '../../libs/rest/index.js';
import { type SampleApp, sampleApp, storageOf } from '../support/memory/app.js';
import { MemoryChangeLog, MemoryStore } from '../support/memory/store.js';
import { type Reply, send, type Sent } from '../support/send.js';

const refusals: Readonly<Record<string, () => Error>> = {
  conflict: () => new StateConflict('%count records match.', { count: 17 }),
  gone: () => new HistoryExpired('Forgotten.'),
  busy: () => new TooManyRequests(7),
  unavailable: () => new Unavailable(3, { cause: new Error('connect ECONNREFUSED 127.0.0.1:3306') }),
  absent: () => new NoSuchEntity('sku', 'A/1'),
  signIn: () => new SignInRefused(),
  right: () => new RightMissing('Test_Other::save'),
  several: () => new InputRefused(required('a'), required('b')),
  bug: () => Object.assign(new Error("ER_DUP_ENTRY: INSERT INTO secret VALUES ('x')"), { sql: 'INSERT INTO secret' }),
};

@RestController('refusals')
class Refusing {}

for (const [name, make] of Object.entries(refusals)) {
  const method = (): never => {
    throw make();
  };
  Object.defineProperty(Refusing.prototype, name, {
    value: method,
    writable: true,
    configurable: true,
    enumerable: false,
  });
  const descriptor = { value: method };
  Get(name)(Refusing.prototype, name, descriptor);
  Anonymous()(Refusing.prototype, name, descriptor);
  Describes({ summary: name, answer: answers.true })(Refusing.prototype, name, descriptor);
}

describe('responses and errors (wire.md §3, §5)', () => {
  let sample: SampleApp;
  const call = (sent: Sent): Promise<Reply> => send(sample.base, { token: 'admin:all', ...sent });

  beforeAll(async () => {
    sample = await sampleApp({}, [Refusing]);
    for (const id of [7, 8, 9]) {
      await call({ method: 'POST', path: '/rest/V1/samples/shelves', body: { shelf: { id, code: `S${id}` } } });
    }
  });
  afterAll(() => sample.close());

  describe('a successful response', () => {
    it('is UTF-8 JSON without a server header, and has an ETag only for records', async () => {
      const { headers, text } = await call({ path: '/rest/V1/samples/shelves/7' });
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        'x-content-type-options': 'nosniff',
      });
      for (const name of ['x-powered-by', 'server']) expect(headers[name]).toBeUndefined();
      expect(headers['etag']).toMatch(/^"[\w-]{43}"$/);
      const again = await call({ path: '/rest/V1/samples/shelves/7', headers: { 'if-none-match': '*' } });
      expect([again.status, again.text]).toEqual([304, '']);
      const other = await call({ path: '/rest/V1/samples/nothing', headers: { 'if-none-match': '*' } });
      expect([other.status, other.headers['etag']]).toEqual([200, undefined]);
    });

    it('can be null or a string', async () => {
      const nothing = await call({ path: '/rest/V1/samples/nothing' });
      expect([nothing.status, nothing.text]).toEqual([200, 'null']);
      const token = await call({
        method: 'POST',
        path: '/rest/V1/samples/token',
        body: { username: 'jöe"', password: 'x' },
      });
      expect(token.text).toBe('"token of jöe\\""');
      expect(token.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('of a write has the pricing version that contains the write', async () => {
      const path = '/rest/V1/pricing/samples/items';
      const record = { box_code: 'v', shelf_id: 7, value: 1 };
      const version = async (sent: Sent): Promise<number> => Number((await call(sent)).headers['x-pricing-version']);
      const first = await version({ method: 'POST', path, body: { boxItem: record } });
      const { items } = (await call({ path: `${path}/search?searchCriteria=` })).json;
      const own = `${path}/${items[0].id}`;
      expect(await version({ method: 'PUT', path: own, body: { boxItem: { value: 2 } } })).toBe(first + 1);
      expect(await version({ method: 'PUT', path: own, body: { boxItem: { value: 2 } } })).toBe(first + 1);
      expect(await version({ method: 'DELETE', path: own })).toBe(first + 2);
      expect((await call({ path: `${path}/search?searchCriteria=` })).headers['x-pricing-version']).toBeUndefined();
    });

    it('contains only the fields that fields= lists', async () => {
      const one = await call({ path: '/rest/V1/samples/shelves/7?fields=code' });
      expect(one.text).toBe('{"code":"S7"}');
      const search = '/rest/V1/samples/shelves/search?searchCriteria[pageSize]=2';
      const list = await call({ path: `${search}&fields=items[id],total_count` });
      expect(list.json).toEqual({ items: [{ id: 7 }, { id: 8 }], total_count: 3 });
      expect((await call({ path: '/rest/V1/samples/shelves/7?fields=code[' })).text).toBe('[]');
      const written = { method: 'PUT', path: '/rest/V1/samples/shelves/7?fields=id', body: { shelf: { name: 'x' } } };
      expect((await call(written)).text).toBe('{"id":7}');
      expect((await call({ path: '/rest/V1/samples/shelves/70?fields=id' })).json.message).toContain('No such entity');
    });
  });

  describe('an error', () => {
    it.each([
      ['conflict', 409, { message: '%count records match.', parameters: { count: 17 } }],
      ['gone', 410, { message: 'Forgotten.' }],
      ['busy', 429, { message: 'Too many requests. Please wait and try again later.' }],
      ['unavailable', 503, { message: 'The service is temporarily unavailable. Please wait and try again later.' }],
      [
        'absent',
        404,
        {
          message: 'No such entity with %fieldName = %fieldValue',
          parameters: { fieldName: 'sku', fieldValue: 'A/1' },
        },
      ],
      [
        'signIn',
        401,
        {
          message:
            'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.',
        },
      ],
      [
        'right',
        403,
        {
          message: "The consumer isn't authorized to access %resources.",
          parameters: { resources: 'Test_Other::save' },
        },
      ],
      [
        'several',
        400,
        {
          message: 'One or more input exceptions have occurred.',
          errors: [
            { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: 'a' } },
            { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: 'b' } },
          ],
        },
      ],
    ])('%s returns %i', async (name, status, body) => {
      const reply = await call({ path: `/rest/V1/refusals/${name}` });
      expect([reply.status, reply.json]).toEqual([status, body]);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('has Retry-After if it is temporary', async () => {
      expect((await call({ path: '/rest/V1/refusals/busy' })).headers['retry-after']).toBe('7');
      expect((await call({ path: '/rest/V1/refusals/unavailable' })).headers['retry-after']).toBe('3');
    });
  });

  it('return only a report ID with 500, which the log contains with the details', async () => {
    const logged: unknown[][] = [];
    Logger.overrideLogger({
      error: (...line: unknown[]) => logged.push(line),
      warn: () => undefined,
      log: () => undefined,
    });
    try {
      const { status, json, text } = await call({ path: '/rest/V1/refusals/bug?secret=1' });
      expect([status, Object.keys(json)]).toEqual([500, ['message']]);
      const [, id = ''] =
        /^Internal Error\. Details are available in the log\. Report ID: (webapi-[0-9a-f]{13})$/.exec(json.message) ??
        [];
      expect(id).not.toBe('');
      expect(text).not.toMatch(/INSERT|DUP|answers\.test/);
      const [line] = logged.filter((parts) => String(parts[0]).includes(id));
      expect(String(line?.[1])).toMatch(/ER_DUP_ENTRY[^]*wire-answers\.test/);
      const next = await call({ path: '/rest/V1/refusals/bug' });
      expect(next.json.message).not.toBe(json.message);
    } finally {
      Logger.overrideLogger(false);
    }
  });

  it.each(['text/html', 'application/xml', 'application/json;q=0'])(
    'return 406 for the Accept header %s',
    async (accept) => {
      const { status, json } = await call({ path: '/rest/V1/samples/shelves/7', headers: { accept } });
      expect([status, json]).toEqual([406, { message: 'Server cannot understand Accept HTTP header media type.' }]);
    },
  );

  it('return 431 for headers of more than 64 KiB, but accept 60 KiB', async () => {
    const path = (size: number): string =>
      '/rest/V1/samples/shelves/search?searchCriteria[filter_groups][0][filters][0][field]=id' +
      '&searchCriteria[filter_groups][0][filters][0][value]=7' +
      `&searchCriteria[filter_groups][0][filters][0][condition_type]=eq&other=${'7'.repeat(size)}`;
    expect((await call({ path: path(60 * 1024) })).json.total_count).toBe(1);
    expect((await call({ path: path(66 * 1024) })).status).toBe(431);
  });
});

describe('the startup (wire.md §6)', () => {
  const boot = async (controller: new () => object): Promise<void> => {
    const settings = new WireSettings();
    const nothing = new MemoryChangeLog(new MemoryStore([]), () => new Date());

    @Module({ imports: [storageOf(nothing.transactions), WireModule.with(settings)], controllers: [controller] })
    class Faulty {}

    const tested = await Test.createTestingModule({ imports: [Faulty] }).compile();
    const app = tested.createNestApplication(new WireAdapter(settings), { bodyParser: false, logger: false });
    try {
      await app.init();
    } finally {
      await app.close();
    }
  };

  it('fails for a handler without a declared right, even if it is inherited', async () => {
    class Parent {
      @Get('inherited')
      @Describes({ summary: 'x', answer: answers.true })
      inherited(): boolean {
        return true;
      }
    }

    @RestController('x')
    class Faulty extends Parent {
      @Get('own')
      @Describes({ summary: 'x', answer: answers.true })
      own(): boolean {
        return true;
      }

      @Get('fine')
      @Anonymous()
      @Describes({ summary: 'x', answer: answers.true })
      fine(): boolean {
        return true;
      }
    }
    await expect(boot(Faulty)).rejects.toThrow(
      /Faulty\.own does not declare a right[^]*Faulty\.inherited does not declare a right/,
    );
    await expect(boot(Faulty)).rejects.not.toThrow(/fine/);
  });

  it('fails for a handler without a description', async () => {
    @RestController('x')
    class Mute {
      @Get()
      @Anonymous()
      get(): boolean {
        return true;
      }
    }
    await expect(boot(Mute)).rejects.toThrow('Mute.get has no description');
  });
});
