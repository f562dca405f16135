import type { Migration } from '../../../libs/database/index.js';
import { CreatePassportTemplate } from './20261121170000-passport-template.js';
import { CreatePassport } from './20261121170100-passport.js';
import { CreatePassportVersion } from './20261121170200-passport-version.js';
import { CreatePassportEvent } from './20261121170300-passport-event.js';
import { CreatePublishedPassport } from './20261121170400-published-passport.js';
import { CreatePassportPublication } from './20261121170500-passport-publication.js';
import {
  AddPublishedSkuKey,
  AddPublishedMpnKey,
  AddPublishedEsprCategoryKey,
  FillPublishedKeys,
  AddPublishedListed,
  AddPublishedSkuKeyListed,
  AddPublishedMpnListed,
  AddPublishedMpnKeyListed,
  AddPublishedHsCodeListed,
  AddPublishedTemplateCodeListed,
  AddPublishedEsprCategoryListed,
  AddPublishedEsprCategoryKeyListed,
  AddPublishedScoreListed,
  AddPublishedPublishedAtListed,
} from './20261122151000-published-passport-listed.js';

/** The steps of the room's tables; a new one stands at the end. */
export const DPP_MIGRATIONS: readonly Migration[] = [
  new CreatePassportTemplate(),
  new CreatePassport(),
  new CreatePassportVersion(),
  new CreatePassportEvent(),
  new CreatePublishedPassport(),
  new CreatePassportPublication(),
  new AddPublishedSkuKey(),
  new AddPublishedMpnKey(),
  new AddPublishedEsprCategoryKey(),
  new FillPublishedKeys(),
  new AddPublishedListed(),
  new AddPublishedSkuKeyListed(),
  new AddPublishedMpnListed(),
  new AddPublishedMpnKeyListed(),
  new AddPublishedHsCodeListed(),
  new AddPublishedTemplateCodeListed(),
  new AddPublishedEsprCategoryListed(),
  new AddPublishedEsprCategoryKeyListed(),
  new AddPublishedScoreListed(),
  new AddPublishedPublishedAtListed(),
];
