import { Counter } from '../../../../libs/kernel/index.js';

export const PASSPORTS_PUBLISHED = new Counter({
  name: 'kontor_passports_published_total',
  help: 'Number of passport versions published',
});
