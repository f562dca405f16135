// Publishes demo passports through the API: the examples of each template, and one for a product of the wholesale demo.
// Passports that already exist are not changed.
import { clientOf, where } from './demo-client.mjs';

const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** A soft toy of the wholesale book, which supplies its name. Without a GTIN its code holds the address of its page. */
const softToy = (example) => ({
  ...without(example, ['gtin', 'batch', 'product_name']),
  sku: '20697',
  mpn: '20697',
  template_code: 'toy',
  dpp_payload: {
    ...without(example.dpp_payload, ['battery']),
    toy_type: 'Soft toy',
    model: '20697',
    contains_battery: false,
  },
});

const publish = async (call, passport) => {
  const { items } = await call(`dpp/manage/passports/search?${where('sku', passport.sku)}`);
  if (items.length > 0) return;
  const { passport_id } = await call('dpp/manage/passports', 'POST', { passport });
  await call(`dpp/manage/passports/${passport_id}/publish`, 'POST');
};

const byVersion = (one, other) => one.version.localeCompare(other.version, 'en', { numeric: true });

/** The highest version of each template code. */
const newestOf = (templates) => [
  ...new Map(templates.toSorted(byVersion).map((template) => [template.code, template])).values(),
];

const GRANTED_DAYS = 30;

/** The commands that create a temporary grant and read a passport with it. */
const tryGrant = (base, token, { gtin, serial, uuid }) => {
  const until = new Date(Date.now() + GRANTED_DAYS * 86_400_000).toISOString().slice(0, 10);
  const to = { name: 'Werkstatt Nord', email: 'pass@werkstatt.example' };
  const grant = { audience: 'legitimate_interest', for: { serials: [{ gtin, serial }] }, to, purpose: 'Repair', until };
  return `Read the restricted data of the battery passport as a repairer. To read the data for market surveillance
authorities, create the grant with "audience":"authority". The passport page also accepts grants. Commands:

GRANT=$(curl -s '${base}/rest/V1/dpp/manage/grants' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(grant)}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo "$GRANT"
curl -s '${base}/dpp/v1/dpps/${uuid}'
curl -s '${base}/dpp/v1/dpps/${uuid}' -H "Authorization: Bearer $GRANT"`;
};

/** Publishes the demo passports and returns the commands that show them; '' without the passports module. */
export const tryPassports = async (base, token) => {
  const call = clientOf(base, token, { mayBeAbsent: true });
  const templates = await call('dpp/manage/templates/search?searchCriteria=');
  if (!templates) return '';
  const newest = newestOf(templates.items);
  for (const { code, version, example, examples = {} } of newest)
    for (const one of [example, ...Object.values(examples)])
      await publish(call, { ...one, template_code: code, template_version: version });
  const toy = newest.find(({ code }) => code === 'toy');
  // The passport names the issuer of its store view.
  const { items: stores } = await call(`commerce/stores/search?${where('code', 'default')}`);
  if (toy) await publish(call, { ...softToy(toy.example), store_id: stores[0]?.id ?? 0 });
  const battery = await call('dpp/passport/BAT-36V-545');
  const { public_url } = battery;
  const query =
    '{dppPassportBySku(sku:"BAT-36V-545"){passport_id template_code version completeness_score dpp_payload}}';
  return `Product passports (the examples of each template, and one for product 20697 of the demo):

Page of a battery   ${public_url}
As JSON-LD          curl -s '${public_url}' -H 'Accept: application/ld+json'
With GraphQL        curl -s '${base}/graphql' -H 'Content-Type: application/json' -d '${JSON.stringify({ query })}'

${tryGrant(base, token, battery)}`;
};
