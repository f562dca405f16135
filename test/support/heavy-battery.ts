import { isJsonObject, type Json, type JsonObject } from '../../src/dpp/passport/domain/json.js';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import { type Shape, shapeOf } from '../../src/dpp/templates/domain/schema-shape.js';

/** The languages of the European Union. */
export const UNION_LANGUAGES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

const inAllLanguages = ({ en }: JsonObject): JsonObject =>
  Object.fromEntries(UNION_LANGUAGES.map((language) => [language, `${en as string} (${language})`]));

const spread = (value: Json, shape: Shape): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => spread(one, shape));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = shape.get(name);
      if (property?.languageMap && isJsonObject(member)) return [name, inAllLanguages(member)];
      return [name, property ? spread(member, property.children) : member];
    }),
  );
};

/** The longest example, with each of its texts in all languages of the European Union. */
export const heavyBattery = (): JsonObject => {
  const template = SHIPPED_TEMPLATES.find(({ code, version }) => code === 'battery' && version === '2.0.0');
  if (!template) throw new Error('no battery 2.0.0');
  const { product_name: name, dpp_payload: payload, ...rest } = template.example;
  return {
    ...rest,
    template_code: 'battery',
    template_version: '2.0.0',
    product_name: inAllLanguages(name as JsonObject),
    dpp_payload: spread(payload, shapeOf(template.schema)),
  };
};
