import { printSchema } from 'graphql';
import { markup } from '../page/markup.js';
import type { ApolloPlugin } from './errors.js';
import { LANDING_STYLE, LANDING_TEMPLATE } from './landing-template.js';

const QUERY = `query Passport($sku: String!) {
  dppPassportBySku(sku: $sku) {
    passport_id
    template_code
    version
    espr_category
    country_of_origin
    dpp_payload
    completeness_score
  }
}`;

const curlOf = (endpoint: string): string =>
  `curl ${endpoint} \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "{ dppPassportBySku(sku: \\"DRILL-18V\\") { passport_id version completeness_score } }"}'`;

/**
 * What a browser sees at `/graphql`: how to ask, and the schema. Our own, since the usual pages fetch scripts from other
 * servers; it needs none.
 */
export const landingPage = (baseUrl: string): ApolloPlugin => ({
  serverWillStart: ({ schema }) => {
    const endpoint = `${baseUrl}/graphql`;
    const html = markup(LANDING_TEMPLATE, {
      style: LANDING_STYLE,
      endpoint,
      query: QUERY,
      curl: curlOf(endpoint),
      schema: printSchema(schema),
    });
    return Promise.resolve({ renderLandingPage: () => Promise.resolve({ html }) });
  },
});
