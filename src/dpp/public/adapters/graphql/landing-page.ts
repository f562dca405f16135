import { printSchema } from 'graphql';
import { markup } from '../page/markup.js';
import type { ApolloPlugin } from './errors.js';

const LANDING_STYLE = `
:root { color-scheme: light dark; --ink: #17211c; --soft: #52605a; --paper: #fbfcfa; --card: #fff; --line: #d9e0db; --accent: #14684a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9efeb; --soft: #a9b6af; --paper: #111815; --card: #18211d; --line: #2e3a34; --accent: #74d3ab; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
p { color: var(--soft); margin: 0 0 1rem; }
code { color: var(--accent); }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0; overflow-x: auto; font: .85rem/1.55 ui-monospace, monospace; }
`;

/** Contains no script, because integrators use their own client. */
const LANDING_TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor: passports over GraphQL</title>
<style><%~ it.style %></style>
</head>
<body>
<main>
<h1>Passports over GraphQL</h1>
<p>Query published digital product passports without signing in. Send queries as POST requests to <code><%= it.endpoint %></code>.
The header <code>Store</code> selects a store view by its code.</p>
<h2>Query one passport</h2>
<pre tabindex="0"><%= it.query %></pre>
<h2>Query from a terminal</h2>
<pre tabindex="0"><%= it.curl %></pre>
<h2>Schema</h2>
<pre tabindex="0"><%= it.schema %></pre>
</main>
</body>
</html>
`;

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
 * The browser page at `/graphql`, which shows how to query, and the schema. Common landing pages fetch scripts from
 * other servers; this one needs none.
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
