// Loads the demo documents (demo/documents) through the API. Documents that already exist are not changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, found } from './demo-client.mjs';
import { root } from './project.mjs';

const folder = join(root, 'demo', 'documents');
const NUMBER = '17850';
const EMAIL = 'customer-17850@example.com';

const categoryOf = async (call, name) =>
  (await found(call, 'customerdocuments/category', 'name', name)) ??
  (await call('customerdocuments/category', 'POST', { documentCategory: { name } }));

const createDocument = async (call, { document, category, customers = [], groups = [], products = [] }) => {
  const numbered = (number) => call(`commerce/customers/number/${number}`);
  const coded = (code) => found(call, 'commerce/customerGroups', 'code', code);
  const ids = async (keys, find) => (await Promise.all(keys.map(find))).map(({ id }) => id);
  const { id } = await call('customerdocuments', 'POST', {
    document: {
      ...document,
      category_id: (await categoryOf(call, category)).id,
      customer_ids: await ids(customers, numbered),
      customer_group_ids: await ids(groups, coded),
    },
  });
  for (const [position, sku] of products.entries()) {
    const { id: product_id } = await found(call, 'commerce/products', 'sku', sku);
    const documentProduct = { document_id: id, product_id, store_id: 0, position };
    await call('customerdocuments/product', 'POST', { documentProduct });
  }
  return id;
};

/** Creates the missing documents and uploads their files. Returns the ids of the documents by file name. */
export const loadDocuments = async (base, token) => {
  const call = clientOf(base, token);
  const ids = new Map();
  for (const wanted of JSON.parse(readFileSync(join(folder, 'documents.json'), 'utf8'))) {
    const there = await found(call, 'customerdocuments', 'name', wanted.document.name);
    const id = there?.id ?? (await createDocument(call, wanted));
    ids.set(wanted.file, id);
    if (there?.file) continue;
    const form = new FormData();
    form.set('file', new Blob([readFileSync(join(folder, wanted.file))]), wanted.file);
    await call(`customerdocuments/${id}/file`, 'PUT', form);
  }
  return ids;
};

/** Signs in as the demo customer, after setting the password if it is a different one. */
export const customerToken = async (base, token, password) => {
  const signIn = () =>
    clientOf(base)('integration/customer/token', 'POST', { username: EMAIL, password }).catch(() => undefined);
  const first = await signIn();
  if (first) return first;
  const call = clientOf(base, token);
  const { id } = await call(`commerce/customers/number/${NUMBER}`);
  await call(`commerce/customers/${id}`, 'PUT', { customer: { email: EMAIL, password } });
  return signIn();
};

/** The commands that download a document as the demo customer. The download itself is tried first. */
export const tryDownload = async (base, token, password) => {
  const id = (await loadDocuments(base, token)).get('agreement-17850.pdf');
  const bearer = await customerToken(base, token, password);
  const address = `${base}/rest/V1/customerdocuments/me/${id}/content`;
  const response = await fetch(address, { headers: { Authorization: `Bearer ${bearer}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200 || !bytes.equals(readFileSync(join(folder, 'agreement-17850.pdf'))))
    throw new Error(`${address} returned ${response.status} and ${bytes.length} bytes.`);
  return `Download a document as customer ${NUMBER} (${EMAIL}, password ${password}):

curl -sSOJ '${address}' -H 'Authorization: Bearer ${bearer}'

This command saves agreement-17850.pdf (${bytes.length} bytes).`;
};
