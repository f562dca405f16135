export { PublishedPassports } from './ports/published-passports.js';
