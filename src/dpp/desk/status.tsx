import { Badge } from '@mantine/core';
import { inLanguage } from '../../../desk/src/index.js';
import type { Texts } from './payload.js';

export interface Passport {
  readonly passport_id: number;
  readonly uuid: string;
  readonly sku: string;
  readonly product_name: Texts | null;
  readonly template_code: string;
  readonly template_version: string;
  readonly version: number;
  readonly status: string;
  readonly completeness_score: number;
  readonly dpp_payload: string;
  readonly [name: string]: unknown;
}

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
