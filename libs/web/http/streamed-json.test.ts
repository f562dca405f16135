import { Writable } from 'node:stream';
import type { Response } from 'express';
import { trimmed } from './fields-filter.js';
import { jsonPieces, sendStreamed } from './streamed-json.js';
import { StreamedList, StreamedObject } from '../../operations/index.js';

const textOf = (answer: StreamedObject, fields?: unknown): string =>
  Buffer.concat([...jsonPieces(answer, fields)]).toString();

const plain = {
  items: [
    {
      sku: 'A',
      qty: 1,
      candidates: [
        { code: 'x', price: 1 },
        { code: 'ÿ€😀', price: null },
      ],
    },
    { sku: 'B', qty: 1, candidates: [] },
    { sku: 'C', error: { message: 'none' } },
  ],
  total: 3,
};
const streamed = new StreamedObject({
  items: new StreamedList(function* () {
    for (const item of plain.items)
      yield 'candidates' in item
        ? new StreamedObject({ ...item, candidates: new StreamedList(() => item.candidates ?? []) })
        : item;
  }),
  total: 3,
});

describe('a streamed JSON response', () => {
  it('equals the output of JSON.stringify', () => {
    expect(textOf(streamed)).toBe(JSON.stringify(plain));
    expect(textOf(new StreamedObject({}))).toBe('{}');
  });

  it.each(['items[sku]', 'items[candidates[price]],total', 'total', 'items[none]', 'none', 'items[', ''])(
    'is filtered by fields=%s like any other',
    (fields) => expect(textOf(streamed, fields)).toBe(JSON.stringify(trimmed(plain, fields))),
  );

  it('is generated while it is read', () => {
    let made = 0;
    const answer = new StreamedObject({
      items: new StreamedList(function* () {
        for (; made < 1000; made += 1) yield 'x'.repeat(10_000);
      }),
    });
    const pieces = jsonPieces(answer);
    expect(pieces.next().value?.length).toBeGreaterThan(64 * 1024);
    expect(made).toBeLessThan(10);
    expect([...pieces].length).toBeGreaterThan(100);
  });

  it('serializes equal objects once if their text is short', () => {
    const same = {};
    let made = 0;
    const object = (size: number) =>
      new StreamedObject(
        {
          list: new StreamedList(() => {
            made += 1;
            return ['x'.repeat(size)];
          }),
        },
        same,
      );
    const twice = (size: number): string =>
      textOf(new StreamedObject({ items: new StreamedList(() => [object(size), object(size)]) }));
    expect(JSON.parse(twice(10))).toEqual({ items: [{ list: ['x'.repeat(10)] }, { list: ['x'.repeat(10)] }] });
    expect(made).toBe(1);
    expect(twice(5_000_000).length).toBeGreaterThan(10_000_000);
    expect(made).toBe(3);
  });
});

describe('sendStreamed()', () => {
  /** The used part of a response; `take` receives the bytes, and calls `more` for the next ones. */
  const responseOf = (take: (more: () => void) => void): Response =>
    Object.assign(new Writable({ write: (_bytes, _encoding, more) => take(more) }), {
      setHeader: () => undefined,
    }) as unknown as Response;
  const large = new StreamedObject({
    items: new StreamedList(function* () {
      for (let made = 0; made < 1000; made += 1) yield 'x'.repeat(10_000);
    }),
  });

  it('lets other work run between pieces, even for a fast client', async () => {
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      if (isOver) return;
      turns += 1;
      setImmediate(others);
    };
    others();
    await sendStreamed(
      responseOf((more) => more()),
      large,
    );
    isOver = true;
    expect(turns).toBeGreaterThan(100);
  });

  it('ends a response that is not read in time', async () => {
    const response = responseOf(() => undefined);
    await sendStreamed(response, large, { patienceMs: 10 });
    expect(response.destroyed).toBe(true);
  });
});
