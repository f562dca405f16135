import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, dayIn, everything, sentence } from '../../libs/kernel/index.js';
import {
  type BatchTransaction,
  type RecordChange,
  RecordStore,
  type Records,
  type RecordHooks,
  type RecordService,
  RowRefused,
} from '../../libs/records/index.js';
import { type ClubPrice, clubPriceResource } from './club-price.record.js';
import { ClubSettings } from './settings.js';

const DAY_MS = 86_400_000;

const ofGroup = (customerGroupId: number): Criteria['groups'] => [
  [{ property: 'customerGroupId', condition: 'eq', values: [customerGroupId] }],
];

/** A club has so many prices at most; the group is locked by nobody, so of two writers at once one too many may come. */
@Injectable()
export class ClubPriceHooks implements RecordHooks<ClubPrice> {
  constructor(private readonly settings: ClubSettings) {}

  async check(batch: readonly RecordChange<ClubPrice>[], { records }: BatchTransaction<ClubPrice>): Promise<void> {
    const most = this.settings.CLUB_PRICES_MAX;
    const counted = new Map<number, number>();
    for (const [index, { previous, next }] of batch.entries()) {
      if (!next || previous?.customerGroupId === next.customerGroupId) continue;
      const { customerGroupId } = next;
      const before = counted.get(customerGroupId) ?? (await this.countOf(customerGroupId, records));
      if (before >= most) throw new RowRefused(index, sentence('A club has at most %most prices.', { most }));
      counted.set(customerGroupId, before + 1);
    }
  }

  private async countOf(customerGroupId: number, records: Records<ClubPrice>): Promise<number> {
    return (await records.search({ ...everything(1), groups: ofGroup(customerGroupId) })).total;
  }
}

/** What a club has, and what of it is old. */
@Injectable()
export class Clubs {
  private readonly prices: Records<ClubPrice>;

  constructor(
    store: RecordStore,
    private readonly settings: ClubSettings,
    private readonly clock: Clock,
  ) {
    this.prices = store.of(clubPriceResource);
  }

  async of(customerGroupId: number) {
    const { total } = await this.prices.search({ ...everything(1), groups: ofGroup(customerGroupId) });
    return { customerGroupId, prices: total, pricesMax: this.settings.CLUB_PRICES_MAX };
  }

  /** Removes the prices whose last day is long past. */
  async prune(prices: RecordService<ClubPrice>): Promise<void> {
    const since = this.clock.now().getTime() - this.settings.CLUB_PRICES_DAYS * DAY_MS;
    const before = dayIn('UTC', new Date(since));
    const groups: Criteria['groups'] = [[{ property: 'toDate', condition: 'lt', values: [before] }]];
    const { total } = await this.prices.search({ ...everything(1), groups });
    if (total > 0) await prices.removeAll(groups, total);
  }
}
