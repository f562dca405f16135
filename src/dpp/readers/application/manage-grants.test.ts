import { NoSuchEntity, type Transactions } from '../../../../libs/kernel/index.js';
import type { References } from '../../../../libs/records/index.js';
import type { Actor } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import type { Templates } from '../../templates/index.js';
import type { Grant } from '../domain/grant.js';
import type { Grants } from '../ports/grants.js';
import type { GrantBody } from './grant-body.js';
import { ManageGrants } from './manage-grants.js';

const NOW = new Date('2027-03-10T12:00:00.000Z');
const ACTOR: Actor = { kind: 'admin', id: 1 };
const GTIN = '09524000010018';
const LEI = { scheme: 'lei', id: '529900T8BM49AURSDO55' };

/** A grant for the model with a GTIN. */
const body = (more: object = {}): GrantBody =>
  ({
    audience: 'legitimate_interest',
    scope: 'read',
    for: { gtins: [GTIN] },
    to: { name: 'Repair shop', email: 'pass@repair.example', operator: null, onBehalfOf: null },
    purpose: 'Repair',
    until: '2027-06-30',
    ...more,
  }) as unknown as GrantBody;

/** A service with grants in memory, passports 17 and 18, and the template `battery`, which measures `cycle_count`. */
const shop = () => {
  const stored = new Map<number, Grant>();
  let isWriting = false;
  const mustWrite = (): void => {
    if (!isWriting) throw new Error('not in a transaction');
  };
  const change = (id: number, to: Partial<Grant>): Promise<void> => {
    mustWrite();
    stored.set(id, { ...(stored.get(id) as Grant), ...to });
    return Promise.resolve();
  };
  const grants = {
    add: (grant: Omit<Grant, 'id'>) => {
      mustWrite();
      const id = stored.size + 1;
      stored.set(id, { ...grant, id });
      return Promise.resolve({ id, token: `token ${id}` });
    },
    byId: (id: number) => Promise.resolve(stored.get(id)),
    search: () => Promise.resolve({ items: [...stored.values()], total: stored.size }),
    change,
    revoke: (id: number, at: Date, by: Actor) => change(id, { revokedAt: at, revokedBy: by }),
    revokeOf: async (operator: typeof LEI, at: Date, by: Actor) => {
      const own = [...stored.values()].filter(({ to }) => to.operator?.id === operator.id);
      for (const { id } of own) await change(id, { revokedAt: at, revokedBy: by });
      return own.length;
    },
  } as unknown as Grants;
  const transactions = {
    write: async <T>(work: () => Promise<T>) => {
      isWriting = true;
      return work().finally(() => {
        isWriting = false;
      });
    },
  } as unknown as Transactions;
  const templates = {
    numbersOf: (code: string) => Promise.resolve(code === 'battery' ? [{ id: 1, version: '2.1.0' }] : []),
    measuredPoints: () => Promise.resolve(new Set(['cycle_count'])),
  } as unknown as Templates;
  const references = {
    keys: (_resource: string, _property: string, ids: readonly number[]) =>
      Promise.resolve(new Map(ids.filter((id) => id === 17 || id === 18).map((id) => [id, String(id)]))),
  } as unknown as References;
  const settings = new DppSettings({ audiences: new Map([['legitimate_interest', new Set([2] as const)]]) });
  let now = NOW;
  const manage = new ManageGrants(grants, templates, references, transactions, settings, { now: () => now });
  return { manage, stored, at: (time: Date) => (now = time) };
};

describe('a new grant', () => {
  it('is stored as sent and is valid until the end of its last day', async () => {
    const { manage, stored } = shop();
    const { grant, token } = await manage.give(body(), ACTOR);
    expect(token).toBe('token 1');
    expect(stored.get(1)).toEqual(grant);
    expect(grant).toEqual({
      id: 1,
      audience: 'legitimate_interest',
      scope: 'read',
      for: { gtins: [GTIN], serials: [], passportIds: [], template: null },
      points: null,
      to: { name: 'Repair shop', email: 'pass@repair.example', operator: null, onBehalfOf: null },
      purpose: 'Repair',
      until: new Date('2027-06-30T23:59:59.999Z'),
      ...{ suspendedAt: null, revokedAt: null, revokedBy: null, createdAt: NOW, madeBy: ACTOR },
    });
  });

  it('covers GTINs with fewer digits, single items, passports and templates', async () => {
    const of = {
      gtins: ['9524000010018'],
      serials: [{ gtin: '9524000010018', serial: 'S1' }],
      passportIds: [17, 18],
      template: 'battery',
    };
    const { grant } = await shop().manage.give(body({ for: of }), ACTOR);
    expect(grant.for).toEqual({ ...of, gtins: [GTIN], serials: [{ gtin: GTIN, serial: 'S1' }] });
  });

  it('can name measured points if its scope is measure', async () => {
    const { grant } = await shop().manage.give(body({ scope: 'measure', points: ['cycle_count'] }), ACTOR);
    expect(grant.points).toEqual(['cycle_count']);
  });

  const to = { name: 'Repair shop', email: 'pass@repair.example' };
  it.each<[string, object, string]>([
    ['an unknown audience', { audience: 'everyone' }, 'audience'],
    ['no purpose', { purpose: ' ' }, 'purpose'],
    ['a recipient without a name', { to: { ...to, name: ' ' } }, 'to.name'],
    ['an operator with wrong check digits', { to: { ...to, operator: { ...LEI, id: 'X' } } }, 'to.operator.id'],
    ['an end in the past', { until: '2027-03-09' }, 'until'],
    ['an invalid end', { until: 'soon' }, 'until'],
    ['an end after more than a year', { until: '2028-03-10' }, 'at most 365 days'],
    [
      'points with the scope read',
      { points: ['cycle_count'] },
      '"points" is only allowed for a grant with the scope "measure"',
    ],
    ['an empty list of points', { scope: 'measure', points: [] }, 'points'],
    [
      'the point battery_status',
      { scope: 'measure', points: ['battery_status'] },
      'cannot allow measurements of "battery_status"',
    ],
    [
      'a point that no template has',
      { scope: 'measure', points: ['colour'] },
      'No template has the measured point "colour"',
    ],
    ['a GTIN with a wrong check digit', { for: { gtins: ['09524000010019'] } }, 'for.gtins'],
    ['an invalid GTIN', { for: { serials: [{ gtin: '12', serial: 'S' }] } }, 'for.serials.gtin'],
    ['a passport that does not exist', { for: { passportIds: [17, 19] } }, 'passport with the ID 19 does not exist'],
    ['passport IDs that are not a list', { for: { passportIds: '17' } }, 'for.passport_ids'],
    ['invalid passport IDs', { for: { passportIds: [0] } }, 'for.passport_ids'],
    ['more than 1,000 passports', { for: { passportIds: Array<number>(1001).fill(17) } }, 'for.passport_ids'],
    ['an unknown template', { for: { template: 'unknown' } }, 'for.template'],
    ['no passports', { for: { template: '', passportIds: null } }, 'covers no passports'],
  ])('is rejected for %s, and nothing is stored', async (_, wrong, words) => {
    const { manage, stored } = shop();
    await expect(manage.give(body(wrong), ACTOR)).rejects.toThrow(words);
    expect(stored.size).toBe(0);
  });

  it.each<[string, object, string]>([
    ['audience', { audience: 'everyone' }, 'legitimate_interest'],
    ['to.operator.id', { to: { ...to, operator: { ...LEI, id: 'X' } } }, 'valid identifiers of the scheme "lei"'],
    ['for.gtins', { for: { gtins: ['12'] } }, 'GTINs with a valid check digit'],
    ['for.passport_ids', { for: { passportIds: '17' } }, 'lists of at most 1000 passport IDs'],
    ['for.template', { for: { template: 'unknown' } }, 'the code of an existing template'],
  ])('is rejected with the rule of %s', async (field, wrong, rule) => {
    const given = shop().manage.give(body(wrong), ACTOR);
    await expect(given).rejects.toMatchObject({ faults: [{ field, rule }] });
  });

  it('is rejected with all its faults', async () => {
    const given = shop().manage.give(body({ audience: 'everyone', purpose: '', until: 'soon' }), ACTOR);
    await expect(given).rejects.toMatchObject({ faults: { length: 3 } });
  });
});

describe('an existing grant', () => {
  const given = async (more?: object) => {
    const made = shop();
    await made.manage.give(body(more), ACTOR);
    return made;
  };

  it('is found only by its own ID', async () => {
    const { manage, stored } = await given();
    expect(await manage.get(1)).toEqual(stored.get(1));
    expect(await manage.search({} as Parameters<typeof manage.search>[0])).toMatchObject({ total: 1 });
    for (const work of [
      () => manage.get(2),
      () => manage.revoke(2, ACTOR),
      () => manage.suspend(2),
      () => manage.resume(2),
      () => manage.renew(2, '2027-07-31'),
    ])
      await expect(work()).rejects.toThrow(NoSuchEntity);
  });

  it('keeps the time of its first suspension until it is resumed', async () => {
    const { manage, at } = await given();
    expect((await manage.suspend(1)).suspendedAt).toEqual(NOW);
    at(new Date('2027-03-11T12:00:00.000Z'));
    expect((await manage.suspend(1)).suspendedAt).toEqual(NOW);
    expect((await manage.resume(1)).suspendedAt).toBeNull();
  });

  it('is renewed for at most a year from now', async () => {
    const { manage } = await given();
    expect((await manage.renew(1, '2028-03-09')).until).toEqual(new Date('2028-03-09T23:59:59.999Z'));
    await expect(manage.renew(1, '2028-03-10')).rejects.toThrow('at most 365 days');
    await expect(manage.renew(1, '2027-03-10T12:00:00Z')).rejects.toThrow('until');
    expect((await manage.get(1)).until).toEqual(new Date('2028-03-09T23:59:59.999Z'));
  });

  it('cannot be suspended, resumed or renewed once it is revoked', async () => {
    const { manage } = await given();
    expect(await manage.revoke(1, ACTOR)).toMatchObject({ revokedAt: NOW, revokedBy: ACTOR });
    const again = [() => manage.suspend(1), () => manage.resume(1), () => manage.renew(1, '2027-07-31')];
    for (const work of again) await expect(work()).rejects.toThrow('Grant 1 is revoked');
    expect(await manage.get(1)).toMatchObject({ suspendedAt: null, until: new Date('2027-06-30T23:59:59.999Z') });
  });

  it('is revoked together with the other grants of its operator', async () => {
    const { manage } = await given({ to: { name: 'A', email: 'a@repair.example', operator: LEI } });
    await manage.give(body(), ACTOR);
    await expect(manage.end({ ...LEI, id: 'X' }, ACTOR)).rejects.toThrow('operator.id');
    expect(await manage.end(LEI, ACTOR)).toBe(1);
    expect([(await manage.get(1)).revokedAt, (await manage.get(2)).revokedAt]).toEqual([NOW, null]);
  });
});
