// Adds to the demo what the wholesale book lacks: the issuer of the store view, a category price and a matrix. These two
// are for separate customers, so that the replay of the book's invoices still matches. Existing records are not changed.
import { clientOf, found, where } from './demo-client.mjs';

const CATEGORY = 'Stationery and cards';
const ISSUER = { name: 'Demo Wholesale Ltd', url: 'https://wholesale.example', operator_id: 'GB000000000000' };

const customerOf = async (call, customer_number) =>
  (await found(call, 'commerce/customers', 'customer_number', customer_number)) ??
  (await call('commerce/customers', 'POST', { customer: { customer_number } }));

const addCategoryPrice = async (call, segment, category) => {
  const path = `${segment}/categoryprice`;
  const { id: customer_id } = await customerOf(call, 'DEMO-CATEGORY');
  const there = await call(`${path}/search?${where('customer_id', customer_id)}`);
  if (there === undefined || there.items.length > 0) return;
  await call(`${path}/bulk`, 'POST', { records: [{ customer_id, category_id: category.id, qty: 1, value: 0.39 }] });
};

const addMatrix = async (call, segment, category) => {
  const path = `${segment}/productcustomermatrix`;
  const there = await call(`${path}/search?${where('name', 'Demo: stationery')}`);
  if (there === undefined || there.items.length > 0) return;
  const { id: customer_id } = await customerOf(call, 'DEMO-MATRIX');
  const { id: matrix_id } = await call(path, 'POST', {
    productCustomerMatrix: { name: 'Demo: stationery', price: 0.35 },
  });
  const condition = { matrix_id, attribute_code: 'category_ids', attribute_value: String(category.id) };
  await call(`${path}attribute`, 'POST', { productCustomerMatrixAttribute: condition });
  await call(`${path}customer`, 'POST', { productCustomerMatrixCustomer: { matrix_id, customer_id } });
};

export const loadPrices = async (base, token, segment) => {
  const call = clientOf(base, token, { mayBeAbsent: true });
  const category = await found(call, 'commerce/categories', 'name', CATEGORY);
  if (category) {
    await addCategoryPrice(call, segment, category);
    await addMatrix(call, segment, category);
  }
  const store = await found(call, 'commerce/stores', 'code', 'default');
  if (store && !store.issuer) await call(`commerce/stores/${store.id}`, 'PUT', { store: { issuer: ISSUER } });
};

const SKU = '10124A';
const SHOWN = { 'DEMO-CATEGORY': 'categoryprice', 'DEMO-MATRIX': 'product_customer_matrix' };

/** The commands that calculate these prices, which are tried first; '' if neither module is installed. */
export const tryPrices = async (base, token, segment) => {
  const call = clientOf(base, token, { mayBeAbsent: true });
  const path = `${segment}/get-final-price`;
  const lines = [];
  for (const [number, code] of Object.entries(SHOWN)) {
    const customer = await found(call, 'commerce/customers', 'customer_number', number);
    if (!customer) continue;
    const body = { customer_id: customer.id, sku: SKU, qty: 1 };
    const { final_price, original_price, price_code } = await call(path, 'POST', body);
    if (price_code !== code) continue;
    lines.push(`# ${number} pays ${final_price} (${price_code}) instead of ${original_price}
curl -s '${base}/rest/V1/${path}' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`);
  }
  if (lines.length === 0) return '';
  return `Calculate the price of ${SKU} for a customer with a category price and for a customer with a price matrix:

TOKEN=${token}
${lines.join('\n')}`;
};
