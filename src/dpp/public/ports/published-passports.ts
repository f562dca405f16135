import type { Criteria, Page } from '../../../../libs/kernel/index.js';
import type { JsonObject, Notice, PublicPassport } from '../../passport/domain/index.js';

/** A published version as the public reads it, created once at publication and never changed. */
export interface PublishedPassport {
  /** ID of the version. */
  readonly id: number;
  readonly passportId: number;
  readonly uuid: string;
  readonly sku: string;
  readonly storeId: number;
  readonly version: number;
  readonly templateCode: string;
  readonly templateVersion: string;
  readonly granularity: 'model' | 'batch' | 'item';
  /** GTIN with 14 digits. */
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly publishedAt: Date;
  /** The REST object as JSON text, returned byte for byte. `JSON.parse` returns the public view. */
  readonly json: string;
  /** URL of the page as first published. */
  readonly publicUrl: string;
  /**
   * Content of the QR code: a GS1 Digital Link or the page URL. Fixed at first publication, because codes are printed.
   */
  readonly qrTarget: string;
  /**
   * Page URLs of successors that are public today. Returned in addition to the stored content (passports-public.md,
   * "Predecessors and successors").
   */
  readonly successors: readonly string[];
  /** The notice shown next to the passport, if any. Like the successors, it is not part of the stored content. */
  readonly notice?: Notice;
}

/**
 * The REST object as returned: the stored content, followed by successors and notice, which the digest does not cover.
 */
export const answeredJson = ({
  json,
  successors,
  notice,
}: Pick<PublishedPassport, 'json' | 'successors' | 'notice'>): string => {
  const beside = { ...(successors.length > 0 && { successors }), ...(notice && { notice }) };
  const text = JSON.stringify(beside).slice(1);
  return text === '}' ? json : `${json.slice(0, -1)},${text}`;
};

/**
 * A lookup of a passport by SKU. The store's own passport takes precedence over one of store 0, a model over a batch
 * over an item, then the newest.
 */
export interface SkuQuestion {
  readonly sku: string;
  readonly storeId: number;
  /** True if the store view comes from a path or is the default, so that no lookup is needed. */
  readonly isKnownStore?: boolean | undefined;
  /** The batch must match exactly. */
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

export interface GtinQuestion {
  /** GTIN with 14 digits. */
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
  /** The preferred store. Store 0 comes second, other stores last. */
  readonly storeId?: number | undefined;
}

/**
 * Public passports: published versions on dates when they are valid, in the time zone of their store's website. Drafts,
 * archived versions and non-public fields cannot be read or counted through this port.
 */
export abstract class PublishedPassports {
  /** One result per lookup, in order; undefined without a match or for an unknown store. Lookups run as one batch. */
  abstract bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]>;

  /** Undefined for an unknown UUID and for a passport that is not public. */
  abstract byUuid(uuid: string): Promise<PublishedPassport | undefined>;

  /**
   * The passport at exactly this level: an item by GTIN and serial number (a batch in the lookup must match), a batch
   * by GTIN and batch, a model by GTIN alone. Undefined if there is none, even if another level has a passport.
   */
  abstract byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined>;

  /**
   * For each lookup in order, the UUID of the passport that `byUuid` or `byGtin` would return, or undefined. Runs as
   * one batch and reads no passport content.
   */
  abstract uuidsOf(
    questions: readonly (GtinQuestion | { readonly uuid: string })[],
  ): Promise<readonly (string | undefined)[]>;

  /** The pretty-printed JSON-LD document of a passport. */
  abstract jsonldOf(passport: PublishedPassport): Promise<string>;

  /**
   * A page of passports of this store and of store 0. Criteria use the properties of `PublicPassportFields`. For an
   * unknown store the page is empty.
   */
  abstract search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>>;
}

/** A GS1 key. The GTIN has 14 digits. */
export interface NoticeQuestion {
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

/**
 * Public notices of passports that have ended or are reserved. Read if no passport is published, and to check whether a
 * passport has ended.
 */
export abstract class PublicNotices {
  abstract byUuid(uuid: string): Promise<Notice | undefined>;

  /** The newest notice at exactly this level. If the lookup has a batch and a serial number, both must match. */
  abstract byIdentifier(question: NoticeQuestion): Promise<Notice | undefined>;
}

/** Non-public data of a passport that a reader may see. */
export interface EntitledView {
  /** The payload for this reader, including public and measured values. */
  readonly payload: JsonObject;
  /** Measurement times by name. */
  readonly measuredAt: Readonly<Record<string, Date>>;
  /** Non-public documents that this reader may see. */
  readonly documents: PublicPassport['documents'];
}

/** A file of a passport that a reader may open. */
export interface OpenedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  /** False if the file is public. */
  readonly isRestricted: boolean;
  /** Opens the file, or a range of bytes. Both ends of the range are inclusive. */
  open(range?: { readonly first: number; readonly last: number }): Promise<AsyncIterable<Uint8Array>>;
  /** Must be called before the first byte is sent. Logs the access to a restricted file. */
  readonly before: () => Promise<void>;
}

/** Reading of non-public data by token. The module that issues tokens implements this port. */
export abstract class EntitledReading {
  /** True if a token is valid and allows reading more of this passport than its public data. */
  abstract mayRead(token: string, passport: PublishedPassport): Promise<boolean>;

  /** Undefined if the token allows no more than the public data. The access is logged before this returns. */
  abstract read(token: string, passport: PublishedPassport): Promise<EntitledView | undefined>;

  /**
   * A file of a passport, for the public or for the holder of a token. An invalid token counts as none. Undefined if
   * the reader may not open the file. `StateConflict` if a virus scan blocks it.
   */
  abstract file(uuid: string, sha256: string, token: string | undefined): Promise<OpenedFile | undefined>;
}
