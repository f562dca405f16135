import { publishable, tinyTemplate } from './passport-shop.js';

const term = (iri: string, type: string) => ({ iri, type, labels: { en: iri } });

/** A property, and its value in the example. */
interface Property {
  readonly name: string;
  readonly schema: object;
  readonly example: unknown;
  readonly type?: string;
}

/** A template with its own code and one additional property. */
export const withProperty = (code: string, { name, schema, example, type = 'text' }: Property) => {
  const tiny = tinyTemplate();
  return {
    ...tiny,
    code,
    schema: { ...tiny.schema, properties: { ...tiny.schema.properties, [name]: schema } },
    vocabulary: {
      prefix: code,
      iri: `/dpp/vocab/${code}/1#`,
      terms: { ...tiny.vocabulary.terms, [name]: term(name, type) },
    },
    example: { ...tiny.example, dpp_payload: { ...tiny.example.dpp_payload, [name]: example } },
  };
};

const draft = (code: string, payload: object) => ({
  passport: publishable({ sku: code, template_code: code, dpp_payload: { material: 'x', ...payload } }),
});

/** A schema with 800 alternatives, and a draft of 118 KB in which no text matches any of them. */
export const manyAlternatives = (code: string) => {
  const anyOf = Array.from({ length: 800 }, (_, index) => ({ const: `word ${index}` }));
  const words = Array.from({ length: 2000 }, (_, index) => `${'y'.repeat(52)} ${index}`);
  return {
    template: withProperty(code, { name: 'words', schema: { type: 'array', items: { anyOf } }, example: ['word 1'] }),
    draft: draft(code, { words }),
  };
};

/** An allowed pattern that takes 1.5 seconds for each text, and a minute for all of them. */
export const slowPattern = (code: string) => {
  const items = { type: 'string', pattern: `^${'(.{0,1000})'.repeat(8)}$`, maxLength: 6000 };
  return {
    template: withProperty(code, { name: 'texts', schema: { type: 'array', items }, example: ['x'] }),
    draft: draft(code, { texts: Array.from({ length: 40 }, () => 'a'.repeat(6000)) }),
  };
};
