export { ClaimIdentifiers } from './application/claim-identifiers.js';
export { DataSheets } from './application/data-sheets.js';
export { EndedPassports } from './application/ended-passports.js';
export { PlanPassports } from './application/plan-passports.js';
export { type Prepared, PreparePublication } from './application/prepare-publication.js';
export { type Publishable, PublishVersions } from './application/publish-versions.js';
export { type Passport, PassportBook, type StoredVersion } from './ports/passport-book.js';
export { type Publication, PassportNotices } from './ports/publications.js';
