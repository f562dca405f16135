import { loggedPath } from './logged-path.js';

it.each([
  ['/rest/V1/customerdocuments/link/secret.seal', '/rest/V1/customerdocuments/link/…'],
  ['/rest/default/V1/customerdocuments/link/secret/', '/rest/default/V1/customerdocuments/link/…'],
  ['/rest/V1/customerdocuments/link//secret', '/rest/V1/customerdocuments/link//…'],
  ['/rest/V1/customerdocuments/link/a/secret', '/rest/V1/customerdocuments/link/…'],
  ['/rest/V1/customerdocuments/link%2Fsecret', '/rest/V1/customerdocuments/link%2F…'],
  ['/rest/V1/customerdocuments%2flink/secret', '/rest/V1/customerdocuments%2flink/…'],
  ['/rest/V1/CustomerDocuments/Link/secret', '/rest/V1/CustomerDocuments/Link/…'],
  ['/rest/V1/customerdocuments/links/17', '/rest/V1/customerdocuments/links/17'],
  ['/rest/V1/customerdocuments/me/17/link', '/rest/V1/customerdocuments/me/17/link'],
  ['/rest/link/V1/commerce/products/1', '/rest/link/V1/commerce/products/1'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path, ['customerdocuments/link'])).toBe(logged);
});
