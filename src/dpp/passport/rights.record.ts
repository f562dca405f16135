import type { Rights } from '../../../libs/records/index.js';

/** Rights for passports and templates (passports.md, "Authoring"). */
export const DPP_RIGHTS: Rights = { read: '_Dpp::manage', save: '_Dpp::save', delete: '_Dpp::delete' };

/** Right to publish and archive passports. */
export const PUBLISH = '_Dpp::publish';
