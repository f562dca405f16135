import type { FindTemplate } from '../../templates/index.js';
import type { Clock } from '../../../../libs/kernel/index.js';
import { InputRefused } from '../../../../libs/kernel/index.js';
import type { Actor, Notice } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../../templates/domain/index.js';
import type { Measurements, StartedMeasurements } from '../../versions/index.js';
import type { Passport, PassportBook, PassportEvent, StoredVersion } from '../ports/passport-book.js';
import type { ProductIdentifiers } from '../ports/product-identifiers.js';
import type { Publication, Publications, Shown, PassportNotices } from '../ports/publications.js';
import type { RecordBytes } from '../../../../libs/records/index.js';
import type { DppSettings } from '../../passport/index.js';
import type { QueueRegistrations } from '../../registry/index.js';
import { ClaimIdentifiers } from './claim-identifiers.js';
import { EndedPassports } from './ended-passports.js';
import { NamedFiles } from './named-files.js';
import { type Publishable, PublishVersions } from './publish-versions.js';

const ACTOR: Actor = { kind: 'admin', id: 1 };
const NOW = new Date('2027-03-01T10:00:00.000Z');
const PUBLISHED_AT = '2027-03-01T09:59:59.000Z';

/** A template with a measured value, `cycles`. */
const template = {
  schema: { properties: { cycles: { type: 'integer', 'x-dynamic': true }, material: { type: 'string' } } },
} as unknown as TemplateDocument;

const publishable = (passportId: number, id: number, more: Partial<Publishable> = {}): Publishable => ({
  passport: { id: passportId, sku: 'A', serial: `S${passportId}`, lastVersion: 0, qrTarget: null } as Passport,
  version: {
    ...{ id, passportId, version: 1, status: 'published', publishedAt: PUBLISHED_AT, archiveReason: null },
    ...{ sku: 'A', storeId: 0, gtin: '09524000010018', batch: null, serial: `S${passportId}` },
    dppPayload: { cycles: passportId, material: 'steel' },
  } as unknown as StoredVersion,
  publication: {
    qrTarget: `https://id.example/${passportId}`,
    view: `view ${passportId}`,
    files: [],
  } as unknown as Publication,
  template,
  from: id === 0 ? null : 'active',
  ...more,
});

/** Test stores that record their calls. */
const stores = ({ notice, holder }: { notice?: Partial<Notice>; holder?: string } = {}) => {
  const calls: [string, unknown][] = [];
  const call = (name: string) => (value: unknown) => {
    calls.push([name, value]);
    return Promise.resolve();
  };
  const book = {
    addVersions: async (versions: readonly StoredVersion[]) => {
      await call('add')(versions.map(({ passportId }) => passportId));
      return versions.map(({ passportId }) => passportId * 10);
    },
    changeVersions: (versions: readonly StoredVersion[]) =>
      call('change')(versions.map(({ id, status, archiveReason }) => [id, status, archiveReason])),
    changePassports: (passports: readonly Passport[]) =>
      call('passports')(passports.map(({ id, lastVersion, printedGtin }) => [id, lastVersion, printedGtin])),
    note: (passportId: number, event: PassportEvent) => call('note')([[passportId, event.action]]),
    noteAll: (events: readonly { passportId: number; event: PassportEvent }[]) =>
      call('note')(events.map(({ passportId, event }) => [passportId, event.action, event.fromStatus])),
  } as unknown as PassportBook;
  const publications = {
    showAll: (made: readonly Shown[]) => call('show')(made.map(({ version }) => version.id)),
    hide: call('hide'),
  } as unknown as Publications;
  const identifiers = {
    claim: async (claimed: readonly string[], _own: unknown, at: string) => {
      await call('claim')([...claimed, at]);
      return holder === undefined ? undefined : { identifier: claimed[0], holder: { sku: holder, batch: null } };
    },
  } as unknown as ProductIdentifiers;
  const notices = {
    find: () => Promise.resolve(notice),
    recycled: () => Promise.resolve([]),
  } as unknown as PassportNotices;
  const measurements = {
    start: (started: readonly StartedMeasurements[], by: Actor) => call('measure')([started, by]),
  } as unknown as Measurements;
  const registry = {
    queue: (published: readonly { versionId: number; view: unknown }[]) =>
      call('queue')(published.map(({ versionId, view }) => [versionId, view])),
  } as unknown as QueueRegistrations;
  const clock: Clock = { now: () => NOW };
  const files = new NamedFiles({} as RecordBytes, {} as DppSettings);
  const [claims, ended] = [new ClaimIdentifiers(identifiers), new EndedPassports(notices, {} as FindTemplate)];
  return {
    calls,
    publishing: new PublishVersions(book, publications, claims, ended, measurements, registry, files, clock),
  };
};

const started = (passportId: number): StartedMeasurements => ({
  passportId,
  values: [{ point: 'cycles', at: new Date(PUBLISHED_AT), value: passportId }],
});

describe('PublishVersions', () => {
  it('stores, claims and shows a batch of new versions together, with their first measurements', async () => {
    const { publishing, calls } = stores();
    const versions = await publishing.publish([publishable(1, 0), publishable(2, 0)], ACTOR);
    expect(versions.map(({ id }) => id)).toEqual([10, 20]);
    expect(calls).toEqual([
      ['claim', ['(01)09524000010018(21)S1', '(01)09524000010018(21)S2', PUBLISHED_AT]],
      ['add', [1, 2]],
      ['passports', [[1, 1, '09524000010018'], [2, 1, '09524000010018']]], // prettier-ignore
      ['show', [10, 20]],
      ['measure', [[started(1), started(2)], ACTOR]],
      ['queue', [[10, 'view 1'], [20, 'view 2']]], // prettier-ignore
      ['note', [[1, 'published', null], [2, 'published', null]]], // prettier-ignore
    ]);
  });

  it('archives the previous version and starts measurements for a single version', async () => {
    const { publishing, calls } = stores();
    const superseded = { id: 6, passportId: 1, version: 1, status: 'published' } as StoredVersion;
    const passport = { id: 1, lastVersion: 2, qrTarget: 'https://id.example/1', printedGtin: 'printed' } as Passport;
    await publishing.publish([publishable(1, 7, { superseded, passport })], ACTOR);
    expect(calls).toEqual([
      ['claim', ['(01)09524000010018(21)S1', PUBLISHED_AT]],
      ['change', [[6, 'archived', 'superseded']]],
      ['hide', 6],
      ['note', [[1, 'archived']]],
      ['change', [[7, 'published', null]]],
      ['passports', [[1, 2, 'printed']]],
      ['show', [7]],
      ['measure', [[started(1)], ACTOR]],
      ['queue', [[7, 'view 1']]],
      ['note', [[1, 'published', 'active']]],
    ]);
  });

  it.each([
    ['a recycled product', { notice: { status: 'recycled' } as const }, []],
    ['a version with the identifier of another product', { holder: 'B' }, ['claim']],
  ])('refuses to publish %s', async (_, world, before) => {
    const { publishing, calls } = stores(world);
    await expect(publishing.publish([publishable(1, 7)], ACTOR)).rejects.toThrow(InputRefused);
    expect(calls.map(([name]) => name)).toEqual(before);
  });
});
