import { Injectable } from '@nestjs/common';
import { InputRefused, NoSuchEntity } from '../../../../libs/kernel/index.js';
import type { Label } from '../domain/label-text.js';
import { PassportBook } from '../../authoring/index.js';
import { contentOf, PassportRuns } from '../../runs/index.js';

/** Small, because versions contain payloads. */
const AT_ONCE = 50;

/** Content of labels: codes as fixed at first publication. */
@Injectable()
export class PrintLabels {
  constructor(
    private readonly book: PassportBook,
    private readonly runs: PassportRuns,
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
          throw InputRefused.sentence('Passport %id was never published, so it has no code to print.', { id });
      }
    }
    return ids.flatMap((id) => labels.get(id) ?? []);
  }

  /** Items of a run from this position on (starting at 1), in the order of serial numbers. `NoSuchEntity`. */
  async ofRun(uuid: string, first: number, count: number): Promise<readonly Label[]> {
    const run = await this.runs.byUuid(uuid);
    if (!run) throw new NoSuchEntity('uuid', uuid);
    const { productName: name } = contentOf(run);
    const passports = await this.runs.itemsAt(run.id, first, count);
    return passports.map(({ qrTarget, sku, printedGtin: gtin, batch, serial }) => {
      if (qrTarget === null) throw new Error('an item of a run has its code');
      return { target: qrTarget, name, sku, gtin, batch, serial };
    });
  }
}
