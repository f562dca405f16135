export { PublicNotices } from './ports/public-notices.js';
export { type GtinQuestion, type PublishedPassport, PublishedPassports } from './ports/published-passports.js';
export { EntitledReading, type EntitledView } from './ports/entitled-reading.js';
