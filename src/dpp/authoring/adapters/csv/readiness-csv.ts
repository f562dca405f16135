import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { NotSignedIn } from '../../../../../libs/kernel/index.js';
import type { JobAdapter, JobWork } from '../../../../../libs/operations/index.js';
import { actorOf } from '../../../passport/domain/index.js';
import { type EvaluatedReadiness, EvaluateReadiness } from '../../application/evaluate-readiness.js';
import type { ReadinessInput } from '../../application/readiness-operations.js';

const FILE = 'readiness.csv';
const HEADER = [
  'passport_id',
  'sku',
  'store_id',
  'template_code',
  'template_version',
  'version',
  'status',
  'on',
  'path',
  'state',
  'message',
  'cite',
];

/** One row for each missing or wrong data point. */
const rowsOf = ({ version, on, items }: EvaluatedReadiness): string[][] =>
  items.map(({ path, state, message, cite }) => [
    String(version.passportId),
    version.sku,
    String(version.storeId),
    version.templateCode,
    version.templateVersion,
    String(version.version),
    version.status,
    on,
    path ?? '',
    state,
    message,
    cite ?? '',
  ]);

const text = (rows: string[][]): Buffer => Buffer.from(stringify(rows, { escape_formulas: true }));

/** Reports on all passports. The file is written while passports are checked, so only a few are in memory at a time. */
@Injectable()
export class ReadinessCsv implements JobAdapter<ReadinessInput> {
  constructor(private readonly readiness: EvaluateReadiness) {}

  async run({ input: { on }, caller, files, progress }: JobWork<ReadinessInput>): Promise<object> {
    if (!caller) throw new NotSignedIn('self');
    const counts = { ready: 0, not_ready: 0, items: 0 };
    const evaluated = this.readiness.all(on ?? undefined, actorOf(caller), progress);
    const lines = async function* (): AsyncGenerator<Buffer> {
      yield text([HEADER]);
      for await (const one of evaluated) {
        counts[one.items.length === 0 ? 'ready' : 'not_ready'] += 1;
        counts.items += one.items.length;
        if (one.items.length > 0) yield text(rowsOf(one));
      }
    };
    await files.write(FILE, lines());
    return counts;
  }
}
