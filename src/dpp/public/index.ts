export {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  PublicNotices,
  EntitledReading,
  type EntitledView,
} from './ports/published-passports.js';
