import type { Request } from 'express';
import { InputRefused, isObject } from '../../../../libs/kernel/index.js';
import { decodeJson, checkContentType, readBytes, withoutMark } from '../../../../libs/web/index.js';
import { MEASURED_MAX } from '../application/measure.js';

const JSON_BODY = 'application/json';
const LINES = 'application/x-ndjson';
/** Maximum body size in bytes: several times the size of 5,000 small values. */
const BYTES_MAX = 4 * 1024 * 1024;

export const MEASUREMENT_BODIES = {
  [JSON_BODY]: {
    schema: { type: 'object' },
    example: { measurements: [{ point: 'cycle_count', at: '2026-03-01T12:00:00Z', value: 212 }] },
  },
  [LINES]: {
    schema: { type: 'string' },
    example: '{"point":"cycle_count","at":"2026-03-01T12:00:00Z","value":212}',
  },
};

const ITEM = { gtin: '09524000010018', serial: 'RP545-1' };

/** Request body for measurements of many items, in the same forms as `MEASUREMENT_BODIES`. */
export const MANY_MEASUREMENTS = {
  [JSON_BODY]: {
    schema: { type: 'object' },
    example: { measurements: [{ ...ITEM, point: 'cycle_count', at: '2026-03-01T12:00:00Z', value: 212 }] },
  },
  [LINES]: {
    schema: { type: 'string' },
    example: JSON.stringify({ ...ITEM, point: 'cycle_count', at: '2026-03-01T12:00:00Z', value: 212 }),
  },
};

const listOf = (body: unknown): readonly unknown[] => {
  if (Array.isArray(body)) return body as readonly unknown[];
  const list = isObject(body) ? body['measurements'] : undefined;
  if (!Array.isArray(list))
    throw InputRefused.sentence(
      'The body is not a list of measurements. Send {"measurements": […]}, a JSON array, or one JSON object per line.',
    );
  return list as readonly unknown[];
};

/** The entries of a body in JSON or JSON Lines. */
export const sentMeasurements = async (request: Request): Promise<readonly unknown[]> => {
  const type = checkContentType(request.headers['content-type'], [JSON_BODY, LINES]);
  const bytes = await readBytes(request, BYTES_MAX);
  if (type === JSON_BODY) return listOf(decodeJson(bytes));
  const lines = withoutMark(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length > MEASURED_MAX)
    throw InputRefused.sentence('The request must contain 1 to %max measurements.', { max: MEASURED_MAX });
  return lines.map((line) => decodeJson(Buffer.from(line)));
};
