import type { Actor } from '../../passport/domain/index.js';
import { type StoredTemplate, FindTemplate } from '../../templates/index.js';
import { AuthorPassports } from './author-passports.js';
import { ImportPassports } from './import-passports.js';
import { StorePlans } from './store-plans.js';

const ACTOR: Actor = { kind: 'admin', id: 1 };
const NOW = '2026-11-22T10:00:00.000Z';
const ROW = { sku: 'A', template_code: 'tiny' };

/** A service whose template changes after the first plan is made, so the score of that plan is outdated. */
const changing = () => {
  const stored: number[] = [];
  let present = { id: 7, document: { version: '1' } } as unknown as StoredTemplate;
  let plans = 0;
  const plan = () => {
    plans += 1;
    const made = { score: plans, template: present };
    present = { ...present, document: { ...present.document, labels: { en: 'Changed' } } };
    if (plans > 1) present = made.template;
    return made;
  };
  const version = (score: number) => ({ id: 0, passportId: 0, version: 1, predecessorId: null, predecessors: [], components: [], createdAt: NOW, updatedAt: NOW, completenessScore: score }); // prettier-ignore
  const book = {
    addPassport: () => Promise.resolve(1),
    addVersion: ({ completenessScore }: { completenessScore: number }) => {
      stored.push(completenessScore);
      return Promise.resolve(1);
    },
    changeVersions: ([{ completenessScore }]: [{ completenessScore: number }]) =>
      Promise.resolve(void stored.push(completenessScore)),
    changePassport: () => Promise.resolve(),
    note: () => Promise.resolve(),
    byKey: () => Promise.resolve(undefined as unknown),
    passport: () => Promise.resolve({ id: 1, lastVersion: 1 }),
    currentOf: () => Promise.resolve([{ ...version(0), status: 'published', isShown: true }]),
  };
  const planner = {
    creation: () => {
      const { score, template } = plan();
      return Promise.resolve({ passport: {}, version: version(score), template });
    },
    revision: () => Promise.resolve({ shown: {}, lastVersion: 1, draft: version(0) }),
    change: () => {
      const { score, template } = plan();
      return Promise.resolve({ work: version(0), template, next: version(score), fields: ['mpn'] });
    },
  };
  const transactions = { write: (work: () => unknown) => work() };
  const templates = new FindTemplate({ byId: () => Promise.resolve(present) } as never);
  const clock = { now: () => new Date(NOW) };
  const author = new AuthorPassports(
    book as never,
    templates,
    planner as never,
    transactions as never,
    {} as never,
    clock,
  );
  const moves = { storeRevision: () => Promise.resolve({ ...version(0), id: 2, passportId: 1 }) };
  const imports = new ImportPassports(
    new StorePlans(author, moves as never, templates, book as never),
    planner as never,
    book as never,
    {} as never,
    transactions as never,
    clock,
    templates,
    {} as never,
    moves as never,
  );
  return { author, imports, book, stored };
};

describe('a template that changes between scoring and storing a passport', () => {
  it('causes a new draft to be scored again', async () => {
    const { author, stored } = changing();
    await author.create(ROW, ACTOR);
    expect(stored).toEqual([2]);
  });

  it('causes imported passports and revisions to be scored again', async () => {
    const made = changing();
    await made.imports.importAll([ROW], ACTOR);
    expect(made.stored).toEqual([2]);
    const revised = changing();
    revised.book.byKey = () => Promise.resolve({ id: 1, runId: null });
    await revised.imports.importAll([ROW], ACTOR);
    expect(revised.stored).toEqual([2]);
  });
});
