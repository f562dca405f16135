import type { Criteria, Page } from '../../../../libs/kernel/index.js';

/** A published version as the public reads it: what stands here was made once, at publication, and never again. */
export interface PublishedPassport {
  /** Of the version. */
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
  /** The REST object as JSON text, byte for byte as it is answered; `JSON.parse` gives the public view. */
  readonly json: string;
  /** `sha-256:` and hex, over the canonical JSON of the REST object without this field. */
  readonly contentDigest: string;
  /** Address of the page, as the passport was first published. */
  readonly publicUrl: string;
  /** What the QR code says: a GS1 Digital Link or the address of the page; fixed at first publication, it is printed. */
  readonly qrTarget: string;
}

/** Which passport a SKU means: the store's own before store 0's; model before batch before item; then the newest. */
export interface SkuQuestion {
  readonly sku: string;
  readonly storeId: number;
  /** The store view was named by a path or is the default one, so it needn't be looked for. */
  readonly isKnownStore?: boolean | undefined;
  /** Narrow to exactly these. */
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
}

export interface GtinQuestion {
  /** 14 digits. */
  readonly gtin: string;
  readonly batch?: string | undefined;
  readonly serial?: string | undefined;
  /** Whose own passport goes before store 0's, and that before other stores'. */
  readonly storeId?: number | undefined;
}

/**
 * What of the passports is public: published versions on days on which they are valid, in the zone of their store's
 * website. Drafts, archived versions and fields that aren't public can't be reached through here, nor counted.
 */
export abstract class PublishedPassports {
  /** One answer for each question, in order; undefined where none matches, an unknown store among that. One batch. */
  abstract bySkus(questions: readonly SkuQuestion[]): Promise<readonly (PublishedPassport | undefined)[]>;

  /** Undefined alike for an unknown uuid and one that isn't public. */
  abstract byUuid(uuid: string): Promise<PublishedPassport | undefined>;

  /**
   * The one for exactly these identifiers; else the one of the batch, else that of the model (a link leads upwards, never
   * to another batch or item). Without batch and serial: as for a SKU, model before batch before item.
   */
  abstract byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined>;

  /** The JSON-LD document of a passport that was found, pretty-printed. */
  abstract jsonldOf(passport: PublishedPassport): Promise<string>;

  /**
   * One page of those of this store and of store 0; criteria by the properties of `PublicPassportFields`. An unknown
   * store has none but is no error.
   */
  abstract search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>>;
}
