import { Badge } from '@mantine/core';
import { inLanguage } from '../../../desk/src/index.js';
import type { Texts } from './payload.js';

export interface Passport {
  readonly passport_id: number;
  readonly uuid: string;
  readonly sku: string;
  readonly batch: string | null;
  readonly serial: string | null;
  readonly product_name: Texts | null;
  readonly template_code: string;
  readonly template_version: string;
  readonly version: number;
  readonly status: string;
  readonly completeness_score: number;
  readonly dpp_payload: string;
  readonly [name: string]: unknown;
}

/** Batch and serial number, which tell passports of one SKU apart. */
export const itemOf = ({ batch, serial }: Passport): string => [batch, serial].filter(Boolean).join(' · ');

export const STATUSES: Readonly<Record<string, string>> = inLanguage(
  { draft: 'draft', active: 'in review', published: 'published', archived: 'archived' },
  { draft: 'Entwurf', active: 'in Prüfung', published: 'veröffentlicht', archived: 'archiviert' },
);

const COLORS: Readonly<Record<string, string>> = {
  draft: 'yellow',
  active: 'orange',
  published: 'green',
  archived: 'gray',
};

export const Status = ({ status }: { readonly status: string }) => (
  <Badge color={COLORS[status] ?? 'gray'}>{STATUSES[status] ?? status}</Badge>
);
