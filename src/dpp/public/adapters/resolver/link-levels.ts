import type { Notice } from '../../../passport/domain/index.js';
import type { PublishedPassport, PublishedPassports, PublicNotices } from '../../ports/published-passports.js';
import type { LinkLevel, LinkKey } from './linkset.js';

/**
 * Published passports for a key and the levels above it, most granular first. An item is found by GTIN and serial
 * number. If the link names a batch, it must match. The item's batch is a level even if the link omits it. The result
 * never includes another batch or item.
 */
export const levelsOf = async (
  passports: PublishedPassports,
  { gtin, batch, serial }: LinkKey,
  storeId: number,
): Promise<readonly LinkLevel[]> => {
  const level = async (key: LinkKey): Promise<readonly LinkLevel[]> => {
    const passport = await passports.byGtin({ ...key, storeId });
    return passport ? [{ key, passport }] : [];
  };
  const items = serial === undefined ? [] : await level({ gtin, batch, serial });
  const ofBatch = batch ?? batchOf(items[0]?.passport);
  return [
    ...items,
    ...(ofBatch === undefined ? [] : await level({ gtin, batch: ofBatch, serial: undefined })),
    ...(await level({ gtin, batch: undefined, serial: undefined })),
  ];
};

/** Only the first level, which is the default target of the link. */
export const firstLevelOf = async (
  passports: PublishedPassports,
  asked: LinkKey,
  storeId: number,
): Promise<LinkLevel | undefined> => {
  for (const key of keysOf(asked)) {
    const passport = await passports.byGtin({ ...key, storeId });
    if (passport) return { key, passport };
  }
  return undefined;
};

const batchOf = (passport: PublishedPassport | undefined): string | undefined => passport?.batch ?? undefined;

const keysOf = ({ gtin, batch, serial }: LinkKey): readonly LinkKey[] => [
  ...(serial === undefined ? [] : [{ gtin, batch, serial }]),
  ...(batch === undefined ? [] : [{ gtin, batch, serial: undefined }]),
  { gtin, batch: undefined, serial: undefined },
];

const isSameKey = (one: LinkKey, other: LinkKey): boolean => one.batch === other.batch && one.serial === other.serial;

/**
 * A notice on a more granular level than the published passport. It takes precedence over passports of the levels
 * above.
 */
export const noticeAbove = async (
  notices: PublicNotices,
  asked: LinkKey,
  published: LinkKey | undefined,
): Promise<Notice | undefined> => {
  for (const key of keysOf(asked)) {
    if (published && isSameKey(key, published)) return undefined;
    const notice = await notices.byIdentifier(key);
    if (notice) return notice;
  }
  return undefined;
};
