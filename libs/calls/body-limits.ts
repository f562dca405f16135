import { type BodySpec, BULK_ROWS_MAX } from '../operations/index.js';
import type { BodyKind, WireSettings } from '../web/index.js';
import { sentence } from '../kernel/index.js';
import { BrokenInput, mustBeAtMost } from '../records/index.js';

/** Size and speed limits of a body. */
export interface BodyRules {
  /** In bytes. */
  readonly limit: number;
  /** The setting that defines the limit; undefined if the operation defines it. */
  readonly setting: string | undefined;
  readonly kind: BodyKind;
}

const isBulk = (body: BodySpec | undefined): boolean =>
  body !== undefined && body.kind !== 'stream' && body.limit === 'bulk';

const limitOf = (body: BodySpec | undefined, settings: WireSettings): number => {
  const { bodyMaxBytes, bulkMaxBytes, questionMaxBytes, tokenMaxBytes } = settings;
  const limits = {
    default: bodyMaxBytes,
    bulk: bulkMaxBytes,
    question: Math.min(questionMaxBytes, bodyMaxBytes),
    'sign-in': Math.min(tokenMaxBytes, bodyMaxBytes),
  } as const;
  return limits[body === undefined || body.kind === 'stream' ? 'default' : body.limit];
};

const settingOf = (body: BodySpec | undefined, settings: WireSettings): string | undefined => {
  if (isBulk(body)) return 'BULK_MAX_MB';
  return limitOf(body, settings) === settings.bodyMaxBytes ? 'BODY_MAX_KB' : undefined;
};

/** Limits of a body of this kind (wire.md §2). Bulk bodies may take any time as long as they arrive fast enough. */
export const bodyRules = (body: BodySpec | undefined, settings: WireSettings): BodyRules => ({
  limit: limitOf(body, settings),
  setting: settingOf(body, settings),
  kind: isBulk(body) ? 'bulk' : 'usual',
});

export const listRules = ({ bulkMaxBytes }: WireSettings): BodyRules => ({
  limit: bulkMaxBytes,
  setting: 'BULK_MAX_MB',
  kind: 'bulk',
});

/** Largest number of values in all rows of a body, including nested ones: 200 for each row of the largest call. */
export const BULK_VALUES_MAX = 200 * BULK_ROWS_MAX;

/** Stands for a row that is not an object. */
export const noRow = (): BrokenInput =>
  new BrokenInput(sentence('The record is not a JSON object. Send each record as an object.'));

/** Stands for a row of more than `longest` bytes. */
export const tooLongRow = (longest: number): BrokenInput =>
  new BrokenInput(
    sentence('The record is larger than the limit of %max bytes (BODY_MAX_KB). Send a smaller record.', {
      max: longest,
    }),
  );

/** Refuses more rows than a call may have (bulk.md, "Sending rows"). */
export const mustBeFew = (count: number): void => mustBeAtMost(BULK_ROWS_MAX, count);
