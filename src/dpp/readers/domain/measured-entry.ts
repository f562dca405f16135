import {
  at as within,
  type Fault,
  InexactNumber,
  inexactNumberIn,
  invalidValue,
  sentence,
} from '../../../../libs/kernel/index.js';
import { isJsonObject, isStorable, type Json, STORABLE_JSON } from '../../passport/domain/index.js';
import { INSTANTS, instantOf } from './grant.js';

/** How far a battery's clock may be ahead, in milliseconds. */
const AHEAD_MS = 5 * 60_000;
const REASON_MAX = 500;
const VALUE_MAX = 16 * 1024;

/** A measured value, or the voiding of an earlier value. */
export type MeasuredEntry =
  | { readonly point: string; readonly at: Date; readonly value: Json }
  | { readonly point: string; readonly at: Date; readonly reason: string };

const MEMBERS: ReadonlySet<string> = new Set(['point', 'at', 'value', 'void', 'reason']);

/** Parses an entry. `points` lists the measurable properties. */
export const measuredEntry = (
  sent: unknown,
  index: number,
  points: ReadonlySet<string>,
  now: Date,
): MeasuredEntry | { readonly fault: Fault } => {
  const name = (member: string): string => `measurements[${index}].${member}`;
  if (!isJsonObject(sent) || Object.keys(sent).some((key) => !MEMBERS.has(key)))
    return { fault: invalidValue(`measurements[${index}]`, sent, `objects with only ${[...MEMBERS].join(', ')}`) };
  const { point, at: said, value, void: voids, reason } = sent;
  if (typeof point !== 'string' || !points.has(point))
    return { fault: invalidValue(name('point'), point ?? null, 'measured points of the template') };
  const at = typeof said === 'string' && said.includes('T') ? instantOf(said) : undefined;
  if (!at) return { fault: invalidValue(name('at'), said ?? null, INSTANTS) };
  if (at.getTime() > now.getTime() + AHEAD_MS)
    return {
      fault: sentence(
        '%fieldName is more than 5 minutes in the future. Correct the time.',
        { fieldName: name('at') },
        name('at'),
      ),
    };
  if (voids === true) {
    if (typeof reason !== 'string' || reason.trim() === '' || reason.length > REASON_MAX || value !== undefined)
      return {
        fault: invalidValue(name('reason'), reason ?? null, `1 to ${REASON_MAX} characters, if value is omitted`),
      };
    return { point, at, reason };
  }
  if (value === undefined || value === null || voids !== undefined || reason !== undefined)
    return {
      fault: invalidValue(name('value'), value ?? null, 'any value except null, if void and reason are omitted'),
    };
  const inexact = inexactNumberIn(value);
  if (inexact !== undefined) return { fault: within(name('value'), new InexactNumber(inexact).faults[0]) };
  return isStorable(value) && JSON.stringify(value).length <= VALUE_MAX
    ? { point, at, value }
    : { fault: invalidValue(name('value'), '…', `at most ${VALUE_MAX} characters of ${STORABLE_JSON}`) };
};
