import { Injectable } from '@nestjs/common';
import { InputRefused, NoSuchEntity, StateConflict } from '../../../../libs/kernel/index.js';
import type { Label } from '../domain/label-text.js';
import { DataSheets, PassportBook } from '../../authoring/index.js';
import { contentOf, PassportRuns } from '../../runs/index.js';

/** Small, because versions contain payloads. */
const AT_ONCE = 50;

/** 409: the run has not reserved all its serial numbers yet, so its codes are not fixed. */
export class NotReserved extends StateConflict {
  constructor(reserved: number, count: number) {
    super('The run has reserved only %reserved of its %count serial numbers. Retry when all of them are reserved.', {
      reserved,
      count,
    });
  }
}

/** Content of labels. Codes are fixed at first publication. */
@Injectable()
export class PrintLabels {
  constructor(
    private readonly book: PassportBook,
    private readonly runs: PassportRuns,
    private readonly sheets: DataSheets,
  ) {}

  /**
   * In the order of the IDs. `NoSuchEntity` for an unknown passport, `InputRefused` for one that was never published
   * and has no fixed code.
   */
  async labelsFor(ids: readonly number[]): Promise<readonly Label[]> {
    const labels = new Map<number, Label>();
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE);
      const passports = await this.book.passports(some);
      const { items } = await this.book.search({
        groups: [[{ property: 'passportId', condition: 'in', values: some }]],
        sort: [],
        page: 1,
        pageSize: AT_ONCE,
      });
      for (const { passportId, productName: name, sku, gtin, batch, serial } of items) {
        const target = passports.get(passportId)?.qrTarget;
        if (target) labels.set(passportId, { target, name, sku, gtin, batch, serial });
      }
      for (const id of some) {
        if (!passports.has(id)) throw new NoSuchEntity('id', id);
        if (!labels.has(id))
          throw InputRefused.sentence(
            'Passport %id has never been published, so it has no code to print. Publish it first.',
            { id },
          );
      }
    }
    return ids.flatMap((id) => labels.get(id) ?? []);
  }

  /**
   * Items of a run, ordered by serial number, starting at this position (the first is 1). `NoSuchEntity`,
   * `NotReserved`.
   */
  async ofRun(uuid: string, first: number, count: number): Promise<readonly Label[]> {
    const run = await this.runs.byUuid(uuid);
    if (!run) throw new NoSuchEntity('uuid', uuid);
    if (run.status === 'reserving') throw new NotReserved(run.reserved, run.itemCount);
    const { productName: name } = await this.sheets.filledAsIs(contentOf(run));
    const passports = await this.runs.itemsAt(run.id, first, count);
    return passports.map(({ qrTarget, sku, printedGtin: gtin, batch, serial }) => {
      if (qrTarget === null) throw new Error('an item of a run has its code');
      return { target: qrTarget, name, sku, gtin, batch, serial };
    });
  }
}
