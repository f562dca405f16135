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
  /** Address of the page, as the passport was first published. */
  readonly publicUrl: string;
  /** What the QR code says: a GS1 Digital Link or the address of the page; fixed at first publication, it is printed. */
  readonly qrTarget: string;
  /**
   * Pages of the passports that follow it and are public today: told beside what was stored, never written into it
   * (passports-public.md, "Predecessors and successors").
   */
  readonly successors: readonly string[];
}

/** The REST object as it is answered: what was stored, and behind it what follows, outside of its digest. */
export const answeredJson = ({ json, successors }: Pick<PublishedPassport, 'json' | 'successors'>): string =>
  successors.length === 0 ? json : `${json.slice(0, -1)},"successors":${JSON.stringify(successors)}}`;

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
   * The one of exactly this level: an item by GTIN and serial number, and a batch beside them mustn't be another than its
   * own; a batch by GTIN and batch; a model by its GTIN alone. Undefined where there is none: nobody is led elsewhere.
   */
  abstract byGtin(question: GtinQuestion): Promise<PublishedPassport | undefined>;

  /**
   * Of each question, in order, the uuid of the passport that `byUuid` or `byGtin` would find; undefined where there is none. One
   * batch, which reads nothing of what the passports say.
   */
  abstract uuidsOf(
    questions: readonly (GtinQuestion | { readonly uuid: string })[],
  ): Promise<readonly (string | undefined)[]>;

  /** The JSON-LD document of a passport that was found, pretty-printed. */
  abstract jsonldOf(passport: PublishedPassport): Promise<string>;

  /**
   * One page of those of this store and of store 0; criteria by the properties of `PublicPassportFields`. An unknown
   * store has none but is no error.
   */
  abstract search(criteria: Criteria, storeId: number): Promise<Page<PublishedPassport>>;
}
