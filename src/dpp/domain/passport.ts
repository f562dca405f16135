import type { Day } from '../../../libs/kernel/index.js';
import type { JsonObject, LanguageMap } from './json.js';

export const STATUSES = ['draft', 'active', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

export const GRANULARITIES = ['model', 'batch', 'item'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const ARCHIVE_REASONS = ['withdrawn', 'superseded', 'end_of_life', 'recalled'] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

export interface Manufacturer {
  readonly name: string | null;
  readonly operatorId: string | null;
  /** Which scheme the operator id is of: `gln`, `lei`, `duns`, `vat`, `eori`, `other`. */
  readonly idScheme: string | null;
  readonly address: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly url: string | null;
}

/** Who answers for the passports of a store, of its settings. */
export interface Issuer {
  readonly name: string | null;
  readonly url: string | null;
  readonly operatorId: string | null;
}

/** A link, never a file of ours. */
export interface PassportDocument {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
  /** Language tag. */
  readonly language: string | null;
  /** Lower-case hex of the file. */
  readonly sha256: string | null;
}

/** What everyone writes beside the payload; the same names as on the wire, in the code's own case. */
export interface Envelope {
  readonly sku: string;
  /** Null until it is taken from commerce at publication. */
  readonly productName: LanguageMap | null;
  readonly imageUrl: string | null;
  /** 0 stands for all stores. */
  readonly storeId: number;
  readonly templateCode: string;
  readonly templateVersion: string;
  readonly esprCategory: string | null;
  /** 14 digits. */
  readonly gtin: string | null;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly mpn: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countryOfOrigin: string | null;
  /** 6, 8 or 10 digits. */
  readonly hsCode: string | null;
  readonly manufacturer: Manufacturer | null;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly predecessorId: number | null;
  readonly documents: readonly PassportDocument[];
}

export interface PassportContent extends Envelope {
  readonly dppPayload: JsonObject;
}

/** One version of a passport: what was authored, and where it stands in its life. Granularity is `granularityOf`. */
export interface PassportVersion extends PassportContent {
  readonly passportId: number;
  readonly uuid: string;
  /** 1, 2, … within the passport. */
  readonly version: number;
  readonly status: Status;
  /** Frozen at publication, as the issuer is. */
  readonly completenessScore: number;
  readonly issuer: Issuer | null;
  readonly publishedAt: string | null;
  readonly archivedAt: string | null;
  readonly archiveReason: ArchiveReason | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A serial number names one item, whatever batch it is of; a batch alone many; neither the whole model. */
export const granularityOf = ({ batch, serial }: Pick<Envelope, 'batch' | 'serial'>): Granularity =>
  serial !== null ? 'item' : batch !== null ? 'batch' : 'model';

/** In work are the versions that may still be edited. */
export const isInWork = (status: Status): boolean => status === 'draft' || status === 'active';
