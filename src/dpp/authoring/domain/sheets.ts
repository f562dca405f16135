import {
  isEmptyValue,
  isJsonObject,
  type Json,
  type JsonObject,
  PASSPORT_FIELDS,
  type PassportContent,
} from '../../passport/domain/index.js';
import { hasValueAt } from '../../templates/domain/index.js';
import { isSame, mergePatched } from './difference.js';

/** Fields that always belong to the item, such as its identity, predecessors and validity. */
const OWN: ReadonlySet<string> = new Set([
  'sku',
  'storeId',
  'templateCode',
  'templateVersion',
  'batch',
  'serial',
  'identifiers',
  'validFrom',
  'validTo',
  'predecessorId',
  'predecessors',
  'modelPassport',
  'batchPassport',
  'dppPayload',
]);

const PAYLOAD = 'dpp_payload';
/** Two forms of the same data. Setting one sets both. */
const WHO: ReadonlySet<string> = new Set(['manufacturer', 'parties']);

const INHERITED = PASSPORT_FIELDS.filter(({ by, property }) => by === 'author' && !OWN.has(property));
const BY_NAME: ReadonlyMap<string, keyof PassportContent> = new Map(
  INHERITED.map(({ name, property }) => [name, property as keyof PassportContent]),
);

/** A JSON Pointer (RFC 6901) into the content. The payload counts as an object. */
const pointerTo = (steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

type Take = (steps: readonly string[]) => void;
type IsKept = (steps: readonly string[]) => boolean;

/** Fills absent and null values from the other content, down to single values. An empty list means "there are none". */
const filledUp = (
  one: JsonObject,
  other: JsonObject,
  at: readonly string[],
  { take, isKept }: { readonly take: Take; readonly isKept: IsKept },
): JsonObject => {
  const filled: Record<string, Json> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const own = one[name] ?? null;
    const steps = [...at, name];
    if (value === null) continue;
    if (own === null && !isKept(steps)) {
      filled[name] = value;
      take(steps);
    } else if (isJsonObject(own) && isJsonObject(value)) filled[name] = filledUp(own, value, steps, { take, isKept });
  }
  return filled;
};

/** The sheet's reasons for inapplicable values, without those for values that the item has. */
const reasonsLeft = ({ notApplicable }: PassportContent, payload: JsonObject): PassportContent['notApplicable'] => {
  const left = Object.entries(notApplicable ?? {}).filter(([pointer]) => !hasValueAt(payload, pointer));
  return left.length === 0 ? null : Object.fromEntries(left);
};

const withSheet = <C extends PassportContent>(item: C, sheet: PassportContent, take: Take): C => {
  const saysWho = !isEmptyValue(item.manufacturer) || item.parties.length > 0;
  const isKept = (property: keyof PassportContent): boolean => {
    if (property === 'notApplicable') return item.notApplicable !== null;
    return WHO.has(property) ? saysWho : !isEmptyValue(item[property]);
  };
  // A value that the item declares inapplicable stays empty, whatever a sheet contains.
  const excused = new Set(Object.keys(item.notApplicable ?? {}).map((pointer) => `/${PAYLOAD}${pointer}`));
  const dppPayload = filledUp(item.dppPayload, sheet.dppPayload, [PAYLOAD], {
    take,
    isKept: (steps) => excused.has(pointerTo(steps)),
  });
  const said = { ...sheet, notApplicable: reasonsLeft(sheet, dppPayload) };
  const taken = [...BY_NAME].filter(([, property]) => !isKept(property));
  for (const [name, property] of taken) if (!isEmptyValue(said[property])) take([name]);
  return { ...item, ...Object.fromEntries(taken.map(([, property]) => [property, said[property]])), dppPayload };
};

/** Content filled from data sheets, and JSON Pointers to the copied values. */
export interface Filled<C> {
  readonly content: C;
  readonly taken: readonly string[];
}

/** Fills empty values of an item from its data sheets; earlier sheets take precedence. */
export const filledFrom = <C extends PassportContent>(item: C, sheets: readonly PassportContent[]): Filled<C> => {
  const taken = new Set<string>();
  const content = sheets.reduce<C>(
    (filled, sheet) => withSheet(filled, sheet, (steps) => taken.add(pointerTo(steps))),
    item,
  );
  return { content, taken: [...taken] };
};

const valueAt = (content: PassportContent, [first = '', ...rest]: readonly string[]): Json => {
  const property = BY_NAME.get(first);
  if (property !== undefined) return content[property];
  let value: Json = first === PAYLOAD ? content.dppPayload : null;
  for (const step of rest) value = isJsonObject(value) && Object.hasOwn(value, step) ? (value[step] ?? null) : null;
  return value;
};

/** The copied values that a change leaves unchanged. In a changed object, each member is compared. */
export const stillTaken = (
  taken: readonly string[],
  before: PassportContent,
  next: PassportContent,
): readonly string[] => {
  const kept = (steps: readonly string[]): readonly string[] => {
    const [was, is] = [valueAt(before, steps), valueAt(next, steps)];
    if (is === null) return [];
    if (isSame(was, is)) return [pointerTo(steps)];
    // A changed envelope field belongs to the author as a whole.
    if (steps[0] !== PAYLOAD || !isJsonObject(was) || !isJsonObject(is)) return [];
    return Object.keys(was).flatMap((name) => kept([...steps, name]));
  };
  const still = taken.flatMap((pointer) => kept(stepsOf(pointer)));
  const who = [...WHO].map((name) => pointerTo([name]));
  const lost = who.some((pointer) => taken.includes(pointer) && !still.includes(pointer));
  return lost ? still.filter((pointer) => !who.includes(pointer)) : still;
};

const without = (object: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject => {
  const { [first]: value, ...others } = object;
  if (value === undefined || rest.length === 0) return others;
  return isJsonObject(value) ? { ...object, [first]: without(value, rest) } : object;
};

/** The authored content, without values copied from data sheets. */
export const withoutTaken = <C extends PassportContent>(content: C, taken: readonly string[]): C =>
  taken.map(stepsOf).reduce<C>((left, [first = '', ...rest]) => {
    const property = BY_NAME.get(first);
    if (property !== undefined) return { ...left, [property]: Array.isArray(left[property]) ? [] : null };
    return first === PAYLOAD && rest.length > 0 ? { ...left, dppPayload: without(left.dppPayload, rest) } : left;
  }, content);

/**
 * An item of a run: the shared content, filled from data sheets and overridden by the item's own values. `taken` of the
 * result lists the copied values that were not overridden.
 */
export const withOwnValues = <C extends PassportContent>({ content, taken }: Filled<C>, own: JsonObject): Filled<C> => {
  const dppPayload = mergePatched(content.dppPayload, own) as JsonObject;
  const hasReasons = taken.includes(pointerTo(['not_applicable']));
  const next = { ...content, dppPayload };
  const item = hasReasons ? { ...next, notApplicable: reasonsLeft(content, dppPayload) } : next;
  return { content: item, taken: stillTaken(taken, content, item) };
};
