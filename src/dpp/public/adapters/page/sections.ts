import type { JsonObject } from '../../../passport/domain/index.js';
import { type PropertyShape, shapeOf, type TemplateDocument } from '../../../templates/domain/index.js';
import { fieldOf, languageText, type PageReading, reasonField, type ShownField, type Text } from './values.js';

interface SectionView {
  readonly id: string;
  readonly title: Text;
  readonly fields: readonly ShownField[];
}

/** Sections of required or of voluntary information. */
interface PartView {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly sections: readonly SectionView[];
}

/** Sections of required or of voluntary fields. Fields without a section come last. */
const sectionsOf = (
  payload: JsonObject,
  template: TemplateDocument,
  reading: PageReading,
  belongs: (property: PropertyShape) => boolean,
  prefix: string,
): readonly SectionView[] => {
  const shape = shapeOf(template.schema);
  const fieldsNamed = (names: readonly string[]): readonly ShownField[] =>
    names.flatMap((name) => {
      const [property, value] = [shape.get(name), payload[name]];
      if (!property || !belongs(property)) return [];
      return value === undefined || value === null || value === ''
        ? reasonField(property, reading)
        : [fieldOf(value, property, reading)];
    });
  const named = new Set(template.sections.flatMap(({ fields }) => fields));
  const others = [...shape.keys()].filter((name) => !named.has(name));
  return [
    ...template.sections.map(({ id, labels, fields }) => ({
      id: `${prefix}-${id}`,
      title: languageText(labels, reading) ?? { text: id, lang: undefined },
      fields: fieldsNamed(fields),
    })),
    { id: `${prefix}-further`, title: { text: reading.words.further, lang: undefined }, fields: fieldsNamed(others) },
  ].filter(({ fields }) => fields.length > 0);
};

export const partsOf = (payload: JsonObject, template: TemplateDocument, reading: PageReading): readonly PartView[] => {
  const { words } = reading;
  return [
    {
      id: 'required',
      title: words.required,
      about: words.requiredAbout,
      sections: sectionsOf(payload, template, reading, ({ voluntary }) => !voluntary, 'required'),
    },
    {
      id: 'voluntary',
      title: words.voluntary,
      about: words.voluntaryAbout,
      sections: sectionsOf(payload, template, reading, ({ voluntary }) => voluntary, 'voluntary'),
    },
  ].filter(({ sections }) => sections.length > 0);
};
