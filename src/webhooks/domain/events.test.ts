import fc from 'fast-check';
import { matchesPattern, isEventPattern, wantsEvent, passes, typesOf } from './events.js';
import { EVERYTHING_CHANGED, letThrough, priceEvent } from './price-events.js';
import { askedPause, pauseAfter } from './delivery.js';

describe('webhook events', () => {
  it.each([
    ['documentCustomer', 'created', {}, 'document.published'],
    ['document', 'created', { customer_ids: [null, [1]] }, 'document.published'],
    ['document', 'updated', { customer_group_ids: [[1], [1, 2]] }, 'document.published'],
    ['passportVersion', 'updated', { status: ['draft', 'published'] }, 'passport.published'],
    ['passportVersion', 'created', { status: [null, 'published'] }, 'passport.published'],
    ['passportVersion', 'updated', { status: ['published', 'archived'] }, 'passport.archived'],
    ['job', 'done', { kind: [null, 'price_lint'], result: [null, { findings: 2 }] }, 'lint.found'],
  ] as const)('for %s %s with %j are also sent as %4$s', (resource, action, changes, name) => {
    expect(typesOf(resource, action, changes)).toEqual([`${resource}.${action}`, name]);
  });

  it.each([
    ['documentCustomer', 'deleted', {}],
    ['document', 'created', { customer_ids: [null, []] }],
    ['document', 'updated', { customer_ids: [[1, 2], [2]], name: ['a', 'b'] }],
    ['passportVersion', 'updated', { status: ['draft', 'active'] }],
    ['passportVersion', 'updated', { model_name: ['A', 'B'] }],
    ['job', 'done', { kind: [null, 'price_lint'], result: [null, { findings: 0 }] }],
    ['job', 'done', { kind: [null, 'price_lint'] }],
    ['job', 'done', { kind: [null, 'import'], result: [null, { findings: 2 }] }],
    ['job', 'failed', { kind: [null, 'price_lint'], result: [null, { findings: 2 }] }],
  ] as const)('for %s %s with %j have no other name', (resource, action, changes) => {
    expect(typesOf(resource, action, changes)).toEqual([`${resource}.${action}`]);
  });

  it('are subscribed to by name, by resource or all at once', () => {
    expect(matchesPattern('product.created', ['*'])).toBe(true);
    expect(matchesPattern('product.created', ['product.*'])).toBe(true);
    expect(matchesPattern('productTierPrice.created', ['product.*'])).toBe(false);
    expect(matchesPattern('product.created', ['product.updated', 'price.changed'])).toBe(false);
  });

  it('have only patterns that match an existing event', () => {
    const resources = new Set(['product']);
    for (const pattern of [
      '*',
      'product.*',
      'product.created',
      'price.changed',
      'price.*',
      'passport.archived',
      'job.done',
    ])
      expect([pattern, isEventPattern(pattern) && wantsEvent(pattern, resources)]).toEqual([pattern, true]);
    for (const pattern of ['', 'product', '*.created', 'nothing.created', 'price.lowered', 'product.created.twice'])
      expect([pattern, isEventPattern(pattern) && wantsEvent(pattern, resources)]).toEqual([pattern, false]);
  });

  it('pass a filter that is a key or a prefix with *', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (key, rest) => {
        const plain = key.replaceAll('*', '.');
        return passes([], [plain]) && passes([plain], [plain]) && passes([`${plain}*`], [plain + rest]);
      }),
    );
    expect(passes(['B-*'], ['A-1', 'B-1'])).toBe(true);
    expect(passes(['B'], ['B-1'])).toBe(false);
  });

  it('about prices keep the filtered products and changes without a product', () => {
    const at = new Date(0);
    const changes = ['A', 'B'].map((sku, id) => ({ scope: 'product', id, product_id: id + 10, sku }));
    const left = (filter: readonly string[], all = changes as readonly (typeof EVERYTHING_CHANGED)[]) =>
      letThrough(priceEvent('v1', at, { changes: all }), filter).map(({ data }) => data);
    expect(left(['A'])).toEqual([{ changes: [changes[0]] }]);
    expect(left(['11'])).toEqual([{ changes: [changes[1]] }]);
    expect(left(['C'])).toEqual([]);
    expect(left(['C'], [EVERYTHING_CHANGED])).toEqual([{ changes: [EVERYTHING_CHANGED] }]);
  });
});

describe('the pause after a failure', () => {
  it('grows from 5 seconds to 6 hours, plus or minus a quarter', () => {
    expect([1, 2, 3, 9, 50].map((failures) => pauseAfter(failures, 0.5))).toEqual([
      5_000, 15_000, 45_000, 21_600_000, 21_600_000,
    ]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const middle = pauseAfter(failures, 0.5);
          const pause = pauseAfter(failures, random);
          return pause >= middle * 0.75 && pause <= middle * 1.25;
        },
      ),
    );
  });
});

describe('the pause requested by a receiver', () => {
  const now = Date.parse('2026-11-28T09:00:00Z');
  it.each([
    [429, '1800', 1_800_000],
    [503, ' 0 ', 0],
    [503, '86400', 3_600_000],
    [429, 'Sat, 28 Nov 2026 09:01:00 GMT', 60_000],
    [503, 'Sun, 29 Nov 2026 09:00:00 GMT', 3_600_000],
    [429, 'Sat, 28 Nov 2026 08:00:00 GMT', 0],
    [429, 'soon', undefined],
    [429, undefined, undefined],
    [500, '1800', undefined],
  ])('for status %d with Retry-After %s is %p ms, at most an hour', (status, header, pause) =>
    expect(askedPause(status, header, now)).toBe(pause),
  );
});
