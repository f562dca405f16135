import type { OwnDatabase } from './database.js';
import { ask, type Posted, throughput } from './load.js';
import { runCommand, startProcess } from './processes.js';
import { customerIds, multiPriceBody, sold } from './questions.js';
import type { Report } from './report.js';
import type { Load } from './requests.js';
import { median } from './verdict.js';

const PUBLIC_BASE = 'http://kontor.bench';
const SERVICE = 'pricingCalculatedPriceV1';
const NAMESPACE = `${PUBLIC_BASE}/soap/default?services=${SERVICE}`;
const SKUS = 100;
/** Minimum share of REST's requests per second. */
const SHARE_LEAST = 0.5;

interface Question {
  readonly items: readonly { readonly sku: string; readonly qty: number }[];
  readonly customer_id: number;
  readonly date: string;
}

/** The same request in an envelope, with its elements as a client writes them. */
const enveloped = (json: string): string => {
  const { items, customer_id, date } = JSON.parse(json) as Question;
  const lines = items.map(({ sku, qty }) => `<item><sku>${sku}</sku><qty>${qty}</qty></item>`).join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" ` +
    `xmlns:ns1="${NAMESPACE}"><env:Body><ns1:${SERVICE}GetMultiPriceRequest><customerId>${customer_id}</customerId>` +
    `<date>${date}</date><items>${lines}</items></ns1:${SERVICE}GetMultiPriceRequest></env:Body></env:Envelope>`
  );
};

/** Without a store code, the customer's own website must be looked up first, over both protocols. */
const STORES = [
  ['a store view', '/default'],
  ['no store view', ''],
] as const;

const measured = async (
  report: Report,
  named: string,
  { rest, soap }: { readonly rest: Posted; readonly soap: Posted },
  load: Load,
): Promise<void> => {
  const answer = await ask(soap);
  if (answer.split('<finalPrice>').length <= SKUS / 2) throw new Error(`no prices: ${answer.slice(0, 500)}`);
  const perSecond = { rest: [] as number[], soap: [] as number[] };
  for (const posted of [rest, soap]) await throughput(posted, load.warmSeconds);
  for (let round = 0; round < load.rounds; round += 1) {
    perSecond.rest.push((await throughput(rest, load.seconds)).perSecond);
    perSecond.soap.push((await throughput(soap, load.seconds)).perSecond);
  }
  const [over, beside] = [median(perSecond.rest), median(perSecond.soap)];
  const what = `get-multi-price, ${SKUS} SKUs, ${named}`;
  report.add({ what: `${what}, REST`, value: over, unit: 'requests/s' });
  report.add({ what: `${what}, SOAP`, value: beside, unit: 'requests/s' });
  report.add({
    what: `SOAP beside REST, ${named}`,
    value: beside / over,
    unit: 'of it',
    digits: 2,
    target: { least: SHARE_LEAST },
  });
};

/**
 * Measures get-multi-price of 100 SKUs alternately over REST and SOAP, so that a machine that slows down slows both.
 */
export const measureSoap = async (report: Report, { settings }: OwnDatabase, load: Load): Promise<void> => {
  const right = ['--resource', '_Pricing::calculate', '--resource', '_Commerce::manage'];
  const token = (await runCommand(settings, 'integration', 'create', '--name', 'soap bench', ...right)).trim();
  const server = await startProcess('src/main', { ...settings, PUBLIC_BASE_URL: PUBLIC_BASE });
  try {
    const lines = await sold(797);
    const ids = await customerIds(server.url, token);
    const bodies = Array.from({ length: 100 }, (_, index) => multiPriceBody(lines, index * 3, SKUS, ids));
    const envelopes = bodies.map(enveloped);
    for (const [named, code] of STORES) {
      const rest = { url: `${server.url}/rest${code}/V1/pricing/get-multi-price`, token, bodies };
      const soap = { url: `${server.url}/soap${code}?services=${SERVICE}`, token, bodies: envelopes };
      await measured(report, named, { rest, soap }, load);
    }
  } finally {
    await server.kill('SIGTERM');
  }
};
