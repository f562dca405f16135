// Publishes demo passports over the API: the example of each template, and one for a product of the wholesale demo.
// What is there already stays as it is.

const where = (field, value) =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&` +
  `searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}`;

const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** A soft toy of the wholesale book: its name is taken from there, it has no GTIN, so its code leads to its page. */
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

/** The passports of the demo, and what to open of them; '' where the room isn't installed. */
export const tryPassports = async (base, token) => {
  const call = async (path, method = 'GET', body) => {
    const response = await fetch(`${base}/rest/V1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.status === 404) return undefined;
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const templates = await call('dpp/manage/templates/search?searchCriteria=');
  if (!templates) return '';
  for (const { code, example } of templates.items) await publish(call, { ...example, template_code: code });
  const toy = templates.items.find(({ code }) => code === 'toy');
  if (toy) await publish(call, softToy(toy.example));
  const { public_url } = await call('dpp/passport/BAT-36V-545');
  const query =
    '{dppPassportBySku(sku:"BAT-36V-545"){passport_id template_code version completeness_score dpp_payload}}';
  return `Product passports, one for each template, and one for product 20697 of the book:

The page of a battery   ${public_url}
The same as JSON-LD     ${base}/rest/V1/dpp/passport/BAT-36V-545/jsonld
The same over GraphQL   curl -s '${base}/graphql' -H 'Content-Type: application/json' -d '${JSON.stringify({ query })}'`;
};
