export const ITEM_STATES = ['ok', 'missing', 'invalid', 'not_applicable'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** One thing that counts for the score, and how it stands. */
export interface ScoreItem {
  /** `gtin`, `template_code`, `dpp_payload.carbon_footprint`, … */
  readonly path: string;
  readonly weight: number;
  readonly state: ItemState;
  readonly message: string;
  /** Where the law asks for it; null where nobody said. */
  readonly cite: string | null;
}
