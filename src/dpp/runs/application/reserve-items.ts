import { Injectable } from '@nestjs/common';
import { Clock, dayIn, Refusal, refuse, Transactions, Unavailable } from '../../../../libs/kernel/index.js';
import {
  ClaimIdentifiers,
  EndedPassports,
  type Passport,
  PassportBook,
  PassportNotices,
} from '../../authoring/index.js';
import { DppSettings } from '../../passport/index.js';
import { qrTarget } from '../../versions/domain/index.js';
import { type PassportRun, PassportRuns } from '../ports/passport-runs.js';
import { contentOf, withRefused } from './run-job.js';

const GROUP = 200;

const RESERVED = {
  en: 'This code belongs to a product whose passport is not published yet.',
  de: 'Dieser Code gehört zu einem Produkt, dessen Pass noch nicht veröffentlicht ist.',
} as const;

/** An item to reserve, and its own values as JSON. */
interface RunItem {
  readonly serial: string;
  readonly values: string | null;
}

/** Reserves the identifiers of the items, which fixes the content of their codes. */
@Injectable()
export class ReserveItems {
  constructor(
    private readonly runs: PassportRuns,
    private readonly book: PassportBook,
    private readonly identifiers: ClaimIdentifiers,
    private readonly ended: EndedPassports,
    private readonly notices: PassportNotices,
    private readonly transactions: Transactions,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  /** Reserves the items; after an interruption, only the remaining ones. `onItems` can stop it by throwing. */
  async reserve(
    { uuid }: Pick<PassportRun, 'uuid'>,
    items: readonly RunItem[],
    publishes: boolean,
    onItems: (done: number) => void,
  ): Promise<void> {
    for (;;) {
      const run = await this.runs.byUuid(uuid);
      if (run?.status !== 'reserving') return;
      const done = run.reserved + run.refused;
      onItems(done);
      const group = items.slice(done, done + GROUP);
      if (group.length === 0) {
        await this.change(run, (locked) => ({ ...locked, status: publishes ? 'publishing' : 'reserved' }));
        return;
      }
      await this.group(run, group).catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || error instanceof Unavailable) throw error;
        await this.oneByOne(run, group);
      });
    }
  }

  /** Stores items one by one to find the refused one and the reason. */
  private async oneByOne(run: PassportRun, items: readonly RunItem[]): Promise<void> {
    let current = run;
    for (const item of items) {
      if (current.status !== 'reserving') return;
      try {
        current = await this.group(current, [item]);
      } catch (error) {
        if (!(error instanceof Refusal) || error instanceof Unavailable) throw error;
        current = await this.change(current, (locked) => withRefused(locked, item.serial, error));
      }
    }
  }

  private async group(run: PassportRun, group: readonly RunItem[]): Promise<PassportRun> {
    const serials = group.map(({ serial }) => serial);
    const items = serials.map((serial) => ({ gtin: run.gtin, batch: run.batch, serial }));
    // Checks without locks, which would block the notices of the run. Publication checks again.
    refuse(await this.ended.productFaults(items));
    return this.change(run, async (locked) => {
      await this.identifiers.reserve(locked, serials);
      const passports = group.map((item) => this.passport(locked, item));
      const ids = await this.book.addPassports(passports);
      await this.notice(locked, passports, ids);
      return { ...locked, reserved: locked.reserved + serials.length };
    });
  }

  /** Stores the notices that printed codes lead to until the items are published. */
  private async notice(run: PassportRun, passports: readonly Passport[], ids: readonly number[]): Promise<void> {
    const now = this.clock.now();
    const content = { ...contentOf(run), gtin: run.gtin };
    const notice = { status: 'reserved', date: dayIn('UTC', now), text: RESERVED, link: null } as const;
    const versions = passports.map(({ uuid, serial }, index) => ({
      ...content,
      passportId: ids[index] ?? 0,
      uuid,
      serial,
    }));
    await this.notices.put(versions, notice, now);
  }

  /** Changes the run unless another process has continued it meanwhile. */
  private change(
    run: PassportRun,
    to: (locked: PassportRun) => PassportRun | Promise<PassportRun>,
  ): Promise<PassportRun> {
    return this.transactions.write(async () => {
      const locked = await this.runs.byUuid(run.uuid);
      if (!locked) throw new Unavailable(1);
      if (locked.reserved !== run.reserved || locked.refused !== run.refused || locked.status !== run.status)
        return locked;
      const next = await to(locked);
      await this.runs.change(next);
      return next;
    });
  }

  private passport(run: PassportRun, { serial, values }: RunItem): Passport {
    const { sku, storeId, gtin, batch } = run;
    const uuid = crypto.randomUUID();
    return {
      id: 0,
      uuid,
      sku,
      storeId,
      batch,
      serial,
      isArchived: false,
      lastVersion: 0,
      printedGtin: gtin,
      qrTarget: qrTarget({ gtin, batch, serial, uuid }, this.settings.publicBaseUrl),
      runId: run.id,
      runValues: values,
      createdAt: this.clock.now(),
    };
  }
}
