import { passportUrls, qrTarget } from './addresses.js';

const named = { uuid: 'u', sku: 'A/B ä', storeId: 2, gtin: '09524000010018', batch: 'L/1', serial: null };

it('passportUrls are under the given origin, with each part encoded', () => {
  expect(passportUrls(named, 'https://pass.example')).toEqual({
    publicUrl: 'https://pass.example/dpp/u',
    qrUrl: 'https://pass.example/dpp/u/qr.svg',
    jsonldUrl: 'https://pass.example/rest/V1/dpp/passport/A%2FB%20%C3%A4/jsonld?storeId=2&batch=L%2F1',
  });
});

it('qrTarget is the GS1 Digital Link if there is a GTIN, otherwise the page', () => {
  expect(qrTarget(named, 'https://pass.example')).toBe('https://pass.example/01/09524000010018/10/L%2F1');
  expect(qrTarget({ ...named, gtin: null }, 'https://pass.example')).toBe('https://pass.example/dpp/u');
});
