import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { readPassport } from '../../src/dpp/authoring/application/read-passport.js';
import { publicPassport } from '../../src/dpp/authoring/domain/public-view.js';
import { type JsonObject, type PassportContent, passportJsonLd } from '../../src/dpp/passport/domain/index.js';
import { payloadContext, type TemplateDocument } from '../../src/dpp/templates/domain/index.js';
import { aVersion } from './passport-content.js';

export const BASE = 'https://shop.example';
export const PAGE = `${BASE}/dpp/0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10`;
const URLS = { publicUrl: PAGE, qrUrl: `${PAGE}/qr.svg`, jsonldUrl: `${PAGE}.jsonld` };
const linked = new OfflineLinkedData();

/** The JSON-LD document of a version with this content. */
export const documentOf = (content: Partial<PassportContent>, template: TemplateDocument): JsonObject => {
  const view = publicPassport(aVersion(content), template, URLS, () => '');
  return passportJsonLd(view, payloadContext(template, BASE), BASE);
};

/** Same as `documentOf`, for a template's example, which is read like a request. */
export const documentOfExample = (example: JsonObject, template: TemplateDocument): JsonObject => {
  const { change } = readPassport(
    { ...example, template_code: template.code, template_version: template.version },
    'create',
  );
  return documentOf(change as PassportContent, template);
};

/** Expands a document offline in safe mode and converts it to canonical RDF. */
export const nQuadsOf = async (document: JsonObject): Promise<string> => {
  const { default: jsonld } = await import('jsonld');
  const quads: unknown = await jsonld.canonize((await linked.expand(document)) as never, {
    format: 'application/n-quads',
  });
  return quads as string;
};
