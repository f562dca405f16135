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
  /** 14 digits. */
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly publishedAt: Date;
  /** The REST object as JSON text, returned byte for byte. `JSON.parse` returns the public view. */
  readonly json: string;
  /** URL of the page as first published. */
  readonly publicUrl: string;
  /** Content of the QR code: a GS1 Digital Link or the page URL. Fixed at first publication, because it is printed. */
  readonly qrTarget: string;
  /**
   * Page URLs of successors that are public today. Returned in addition to the stored content, never stored in it
   * (passports-public.md, "Predecessors and successors").
   */
  readonly successors: readonly string[];
  /** The notice that stands next to the passport, if any; as little part of the stored content as the successors. */
  readonly notice?: Notice;
}

/** The returned REST object: the stored content followed by successors and notice, which the digest does not cover. */
export const answeredJson = ({
  json,
  successors,
  notice,
}: Pick<PublishedPassport, 'json' | 'successors' | 'notice'>): string => {
  const beside = { ...(successors.length > 0 && { successors }), ...(notice && { notice }) };
  const text = JSON.stringify(beside).slice(1);
  return text === '}' ? json : `${json.slice(0, -1)},${text}`;
};

/** The passport that a SKU means: the store's own before store 0's, model before batch before item, then the newest. */
export interface SkuQuestion {
  readonly sku: string;
  readonly storeId: number;
  /** True if the store view comes from a path or is the default, so it needs no lookup. */
  readonly isKnownStore?: boolean | undefined;
  /** Must match exactly. */
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

export interface GtinQuestion {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
  /** The store whose passport is preferred, then store 0's, then other stores'. */
  readonly storeId?: number | undefined;
}

/**
 * Public passports: published versions on dates when they are valid, in the time zone of their store's website. Drafts,
 * archived versions and non-public fields cannot be reached or counted through this port.
 */
export abstract class PublishedPassports {
  /** One result per lookup, in order; undefined without a match or for an unknown store. A single batch. */
  abstract bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]>;

  /** Undefined both for an unknown UUID and for a passport that is not public. */
  abstract byUuid(uuid: string): Promise<PublishedPassport | undefined>;

  /**
   * The passport of exactly this level: an item by GTIN and serial number, where a batch must match; a batch by GTIN
   * and batch; a model by its GTIN alone. Undefined if none; no other level is used instead.
   */
  abstract byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined>;

  /**
   * For each lookup in order, the UUID that `byUuid` or `byGtin` would find, or undefined. A single batch that reads no
   * passport content.
   */
  abstract uuidsOf(
    questions: readonly (GtinQuestion | { readonly uuid: string })[],
  ): Promise<readonly (string | undefined)[]>;

  /** The pretty-printed JSON-LD document of a passport. */
  abstract jsonldOf(passport: PublishedPassport): Promise<string>;

  /**
   * A page of passports of this store and of store 0; criteria use the properties of `PublicPassportFields`. An unknown
   * store has none, which is not an error.
   */
  abstract search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>>;
}

/** A GS1 key; the GTIN has 14 digits. */
export interface NoticeQuestion {
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

/**
 * Public notices for passports that ended or are reserved; read if nothing is published, and to check if a passport has
 * ended.
 */
export abstract class PublicNotices {
  abstract byUuid(uuid: string): Promise<Notice | undefined>;

  /** The newest notice at exactly this level. A batch next to a serial number must match. */
  abstract byIdentifier(question: NoticeQuestion): Promise<Notice | undefined>;
}

/** Non-public data of a passport that a reader may see. */
export interface EntitledView {
  /** The payload for this reader, including public and measured values. */
  readonly payload: JsonObject;
  /** Measurement times by name. */
  readonly measuredAt: Readonly<Record<string, Date>>;
  /** Documents of this reader's points other than 1. */
  readonly documents: PublicPassport['documents'];
}

/** A file of a passport that a reader may open. */
export interface OpenedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  /** False if anyone may open it. */
  readonly isRestricted: boolean;
  /** Opens the bytes, or a range of them with both ends inclusive. */
  open(range?: { readonly first: number; readonly last: number }): Promise<AsyncIterable<Uint8Array>>;
  /** Called before the first byte; logs the access to a restricted file. */
  readonly before: () => Promise<void>;
}

/** Non-public reading by token; implemented where tokens are issued. */
export abstract class EntitledReading {
  /** True if a token is valid and shows more of this passport. */
  abstract mayRead(token: string, passport: PublishedPassport): Promise<boolean>;

  /** Undefined if the token shows nothing more. The access is logged before this returns. */
  abstract read(token: string, passport: PublishedPassport): Promise<EntitledView | undefined>;

  /**
   * A file of a passport for the public, or for the holder of a token; an invalid token shows what the public sees.
   * Undefined if the reader may not see it. `StateConflict` if a virus scan withholds it.
   */
  abstract file(uuid: string, sha256: string, token: string | undefined): Promise<OpenedFile | undefined>;
}
