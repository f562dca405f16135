export {
  type GtinQuestion,
  type PublishedPassport,
  PublishedPassports,
  PublicNotices,
  EntitledReading,
  type EntitledView,
  type OpenedFile,
} from './ports/published-passports.js';
