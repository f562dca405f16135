import { Contended, StoppedOnTheWay, Unavailable } from '../../../../libs/kernel/index.js';
import type { Actor } from '../../passport/domain/index.js';
import { ImportPassports } from './import-passports.js';

const ACTOR: Actor = { kind: 'admin', id: 1 };
const ROW = { sku: 'A', template_code: 'tiny' };

const noWrite = () => Promise.reject(new Contended(1));

/** An import of new passports with this planner, into a database that refuses every write. */
const imports = (creation: () => Promise<object> = () => Promise.resolve({})): ImportPassports =>
  new ImportPassports(
    {} as never,
    { creation } as never,
    { byKey: () => Promise.resolve(undefined) } as never,
    {} as never,
    { write: noWrite } as never,
    { now: () => new Date() },
    {} as never,
    {} as never,
    {} as never,
  );

describe('a row that cannot be stored now', () => {
  it('fails with the advice to try again', async () => {
    const [outcome] = await imports().importAll([ROW], ACTOR);
    expect(outcome).toMatchObject({ status: 'failed', refusal: { message: expect.stringContaining('try again') } });
  });

  it('fails the whole call if the response will be stored and repeated', async () => {
    await expect(imports().importAll([ROW], ACTOR, { isKept: true })).rejects.toThrow(StoppedOnTheWay);
  });

  it('fails a whole dry run if the response will be stored and repeated', async () => {
    const busy = imports(() => Promise.reject(new Unavailable(1)));
    expect(await busy.try([ROW], ACTOR)).toMatchObject([{ status: 'failed' }]);
    await expect(busy.try([ROW], ACTOR, { isKept: true })).rejects.toThrow(Unavailable);
  });
});
