import { Contended, StoppedOnTheWay, Unavailable } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import { ImportPassports } from './import-passports.js';

const ACTOR: Actor = { kind: 'admin', id: 1 };
const ROW = { sku: 'A', template_code: 'tiny' };

/** Of new passports, whose database never lets a write through. */
const contended = (): ImportPassports =>
  new ImportPassports(
    {} as never,
    {} as never,
    { creation: () => Promise.resolve({}) } as never,
    {} as never,
    { byKey: () => Promise.resolve(undefined) } as never,
    {} as never,
    { write: () => Promise.reject(new Contended(1)) } as never,
    { now: () => new Date() },
  );

describe('a row that can not be stored now', () => {
  it('is told to try again', async () => {
    const [told] = await contended().run([ROW], ACTOR);
    expect(told).toMatchObject({ status: 'failed', refusal: { message: expect.stringContaining('try again') } });
  });

  it('is never kept as failed: the call is 503', async () => {
    await expect(contended().run([ROW], ACTOR, { isKept: true })).rejects.toThrow(StoppedOnTheWay);
  });

  it('nor is one that was only tried', async () => {
    const busy = new ImportPassports(
      {} as never,
      {} as never,
      { creation: () => Promise.reject(new Unavailable(1)) } as never,
      {} as never,
      { byKey: () => Promise.resolve(undefined) } as never,
      {} as never,
      {} as never,
      { now: () => new Date() },
    );
    expect(await busy.try([ROW], ACTOR)).toMatchObject([{ status: 'failed' }]);
    await expect(busy.try([ROW], ACTOR, { isKept: true })).rejects.toThrow(Unavailable);
  });
});
