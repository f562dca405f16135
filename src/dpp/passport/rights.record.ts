import type { Rights } from '../../../libs/records/index.js';

/** Who may read, write and take away passports and templates at all (passports.md, "Authoring"). */
export const DPP_RIGHTS: Rights = { read: '_Dpp::manage', save: '_Dpp::save', delete: '_Dpp::delete' };

/** Who may make a passport public and take it back. */
export const PUBLISH = '_Dpp::publish';
