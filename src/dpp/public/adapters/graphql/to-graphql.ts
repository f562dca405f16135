import type { PublicPassport } from '../../../passport/domain/index.js';
import type { PublishedPassport } from '../../ports/published-passports.js';
import type { DppPassport } from './passport.type.js';

/** The published view in GraphQL form: the REST object with its language map as a list. */
export const toGraphql = ({ json }: PublishedPassport): DppPassport => {
  const passport = JSON.parse(json) as PublicPassport;
  return {
    ...passport,
    product_name: Object.entries(passport.product_name ?? {}).map(([language, text]) => ({ language, text })),
  };
};
