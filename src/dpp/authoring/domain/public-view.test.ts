import fc from 'fast-check';
import { hidingWorlds, MARKER } from '../../../../test/support/hiding-worlds.js';
import { aTemplate, aVersion } from '../../../../test/support/passport-content.js';
import { publicPayload, publicSchema, payloadContext } from '../../templates/domain/index.js';
import { passportJsonLd } from '../../passport/domain/index.js';
import { publicPassport } from './public-view.js';

const URLS = {
  publicUrl: 'https://s.example/dpp/1',
  qrUrl: 'https://s.example/dpp/1/qr.svg',
  jsonldUrl: 'https://s.example/j',
};

describe('whatever a template hides', () => {
  it('appears in no payload, object, document or schema that the public reads', () => {
    fc.assert(
      fc.property(hidingWorlds, ({ schema, payload }) => {
        const template = aTemplate(schema);
        const view = publicPassport(aVersion({ dppPayload: payload }), template, URLS, () => '');
        const document = passportJsonLd(view, payloadContext(template, 'https://s.example'), 'https://s.example');
        expect(JSON.stringify([publicPayload(payload, schema), view, document])).not.toContain(MARKER);
        expect(JSON.stringify(publicSchema(template, 'https://s.example/schema'))).not.toContain('x-disclosure');
      }),
      { numRuns: 300 },
    );
  });
});
