import { Injectable } from '@nestjs/common';
import type { Criteria, Filter, Page } from '../../../../../libs/kernel/index.js';
import { type Records, RecordStore } from '../../../../../libs/records/index.js';
import { type PassportRecord, passportResource } from '../../passport.record.js';
import { type PassportEventRecord as EventRow, passportEventResource } from '../../passport-event.record.js';
import { type PassportVersionRow, passportVersionResource } from '../../passport-version.record.js';
import { type Passport, PassportBook, type PassportEvent, type StoredVersion } from '../../ports/passport-book.js';
import { mustBeLight } from '../../../passport/domain/index.js';
import { told } from '../../../passport/index.js';
import { eventOf, passportOf, rowOfEvent, rowOfPassport, rowOfVersion, versionOf } from './version-mapping.js';

const is = (property: string, value: unknown): Filter => ({ property, condition: 'eq', values: [value] });

const WORK: Filter = { property: 'status', condition: 'in', values: ['draft', 'active'] };
const SHOWN = is('isShown', 1);
const MANY = 1_000_000;

const liveKey = () => {
  const found = passportResource.unique.find(({ name }) => name === 'passport_live');
  if (!found) throw new Error('passports have no key');
  return found;
};
const LIVE = liveKey();

@Injectable()
export class RecordsPassportBook extends PassportBook {
  private readonly passports: Records<PassportRecord>;
  private readonly versions: Records<PassportVersionRow>;
  private readonly events: Records<EventRow>;

  constructor(store: RecordStore) {
    super();
    this.passports = store.of(passportResource);
    this.versions = store.of(passportVersionResource);
    this.events = store.of(passportEventResource);
  }

  async passport(id: number): Promise<Passport | undefined> {
    const row = (await this.passports.byIds([id])).get(id);
    return row && passportOf(row);
  }

  async byKey(key: Pick<Passport, 'sku' | 'storeId' | 'batch' | 'serial'>): Promise<Passport | undefined> {
    const [row] = await this.passports.byKey(LIVE, [{ ...key, isArchived: 0 }]);
    return row && passportOf(row);
  }

  currentOf(passportId: number): Promise<readonly StoredVersion[]> {
    return this.found([[is('passportId', passportId)], [WORK, is('status', 'published'), SHOWN]]);
  }

  async version(passportId: number, version: number): Promise<StoredVersion | undefined> {
    return (await this.found([[is('passportId', passportId)], [is('version', version)]]))[0];
  }

  async newestBut(passportId: number, version: number): Promise<StoredVersion | undefined> {
    const other: Filter = { property: 'version', condition: 'neq', values: [version] };
    const { items } = await this.versions.search({
      groups: [[is('passportId', passportId)], [other]],
      sort: [{ property: 'version', direction: 'DESC' }],
      page: 1,
      pageSize: 1,
    });
    return items.map(versionOf)[0];
  }

  async search(criteria: Criteria): Promise<Page<StoredVersion>> {
    const { items, total } = await this.versions.search({
      ...criteria,
      groups: [...criteria.groups, [SHOWN]],
      sort: [...criteria.sort, { property: 'passportId', direction: 'ASC' }],
    });
    mustBeLight(items.reduce((sum, { dppPayload }) => sum + dppPayload.length, 0));
    return { items: items.map(versionOf), total };
  }

  async inWorkOf(templateId: number, afterId: number, count: number): Promise<readonly StoredVersion[]> {
    const { items } = await this.versions.search({
      groups: [[is('templateId', templateId)], [WORK], [{ property: 'id', condition: 'gt', values: [afterId] }]],
      sort: [{ property: 'id', direction: 'ASC' }],
      page: 1,
      pageSize: count,
    });
    return items.map(versionOf);
  }

  async addPassport(passport: Passport): Promise<number> {
    const [id = 0] = await told(() => this.passports.insert([rowOfPassport(passport)]));
    return id;
  }

  changePassport(passport: Passport): Promise<void> {
    return told(() => this.passports.update([rowOfPassport(passport)]));
  }

  removePassport(id: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    return this.passports.remove([id]);
  }

  async addVersion(version: StoredVersion): Promise<number> {
    const [id = 0] = await told(() => this.versions.insert([rowOfVersion(version)]));
    return id;
  }

  changeVersions(versions: readonly StoredVersion[]): Promise<void> {
    return told(() => this.versions.update(versions.map(rowOfVersion)));
  }

  removeVersion(id: number): Promise<void> {
    // eslint-disable-next-line no-restricted-syntax -- the port Records, not TypeORM's remove()
    return this.versions.remove([id]);
  }

  async note(passportId: number, event: PassportEvent): Promise<void> {
    await this.events.insert([rowOfEvent(passportId, event)]);
  }

  async history(passportId: number, page: number, pageSize: number): Promise<readonly PassportEvent[]> {
    const { items } = await this.events.search({
      groups: [[is('passportId', passportId)]],
      sort: [{ property: 'id', direction: 'ASC' }],
      page,
      pageSize,
    });
    return items.map(eventOf);
  }

  private async found(groups: Criteria['groups']): Promise<readonly StoredVersion[]> {
    const { items } = await this.versions.search({ groups, sort: [], page: 1, pageSize: MANY });
    return items.map(versionOf);
  }
}
