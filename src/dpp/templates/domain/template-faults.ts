import { type Fault, sentence } from '../../../../libs/kernel/index.js';
import { moveMeaningFaults } from './carry-over.js';
import { HEADER_FIELDS } from '../../passport/domain/index.js';
import { hiddenFaults, undeclaredRequired } from './hidden-faults.js';
import { ruleMeaningFaults } from './rule-faults.js';
import { allProperties, type PropertyShape, shapeOf } from './schema-shape.js';
import type { TemplateDocument, Term } from './template.js';
import { termOf } from './term-context.js';

const about = (field: string, message: string, parameters: Readonly<Record<string, string>>): Fault =>
  sentence(message, parameters, field);

const termFaults = ({ vocabulary, schema }: TemplateDocument): readonly Fault[] => {
  const properties = allProperties(shapeOf(schema));
  const used = new Set(properties.map((property) => termOf(vocabulary, property)));
  return [
    ...properties
      .filter((property) => !termOf(vocabulary, property))
      .map(({ path }) => about('vocabulary.terms', 'The property %path has no vocabulary term. Add a term.', { path })),
    ...Object.entries(vocabulary.terms)
      .filter(([, term]) => !used.has(term))
      .map(([name]) =>
        about(
          'vocabulary.terms',
          'The term %name has no property in the schema. Add the property, or remove the term.',
          { name },
        ),
      ),
    ...properties
      .filter((property) => disagrees(property, termOf(vocabulary, property)?.type))
      .map(({ path }) =>
        about(
          'vocabulary.terms',
          'The term type for %path does not match its schema. Use language_map for translated texts, and object for nested properties.',
          { path },
        ),
      ),
  ];
};

/** Faults of labels for values that are not allowed, which are typos. */
const valueLabelFaults = ({ vocabulary, schema }: TemplateDocument): readonly Fault[] => {
  const taken = new Map<Term | undefined, Set<string>>();
  for (const property of allProperties(shapeOf(schema))) {
    const term = termOf(vocabulary, property);
    const words = taken.get(term) ?? new Set();
    for (const word of property.words) words.add(word);
    taken.set(term, words);
  }
  return Object.entries(vocabulary.terms).flatMap(([name, term]) =>
    Object.keys(term.values ?? {})
      .filter((word) => !taken.get(term)?.has(word))
      .map((word) =>
        about(
          'vocabulary.terms',
          'The term %name has a label for %word, which is not in the enum of its schema. Remove the label, or extend the enum.',
          {
            name,
            word,
          },
        ),
      ),
  );
};

/** JSON-LD language maps need texts by language, and nested terms need objects. */
const disagrees = ({ languageMap, children }: PropertyShape, type: string | undefined): boolean =>
  type !== undefined && (languageMap !== (type === 'language_map') || children.size > 0 !== (type === 'object'));

const weightFaults = ({ schema }: TemplateDocument): readonly Fault[] =>
  allProperties(shapeOf(schema))
    .filter(({ weight, inList, path }) => weight !== null && inList && path.includes('.'))
    .map(({ path }) =>
      about('schema', '%path is inside a list, where x-weight has no effect. Remove x-weight.', { path }),
    );

const voluntaryFaults = ({ schema }: TemplateDocument): readonly Fault[] =>
  [...shapeOf(schema).values()]
    .filter(({ voluntary, required }) => voluntary && required)
    .map(({ path }) =>
      about('schema', '%path is both required and voluntary. Remove it from required, or remove x-voluntary.', {
        path,
      }),
    );

/** Names reserved for header fields, which are next to the payload elements in EN 18223. */
const HEADER_WORDS: ReadonlySet<string> = new Set([...HEADER_FIELDS, 'elements']);

const headerFaults = ({ schema }: TemplateDocument): readonly Fault[] =>
  [...shapeOf(schema).keys()]
    .filter((name) => HEADER_WORDS.has(name))
    .map((name) =>
      about('schema', '%name is a reserved word in every passport. Choose another property name.', { name }),
    );

/**
 * Faults of page sections: unknown properties, and properties in several sections. Properties without a section are
 * shown last.
 */
const sectionFaults = ({ sections, schema }: TemplateDocument): readonly Fault[] => {
  if (sections.length === 0) return [];
  const shape = shapeOf(schema);
  const listed = sections.flatMap(({ fields }) => fields);
  const once = new Set<string>();
  const twice = new Set(listed.filter((field) => once.has(field) || !once.add(field)));
  return [
    ...listed
      .filter((field) => !shape.has(field))
      .map((path) =>
        about('sections', 'A section refers to %path, which does not exist in the schema. Correct the path.', { path }),
      ),
    ...[...twice].map((path) => about('sections', '%path is in two sections. Remove it from one of them.', { path })),
  ];
};

/**
 * Faults of a template with a valid schema: terms, sections, rules, weights and disclosure against the properties
 * (passports-templates.md, "Validation when a template is saved").
 */
export const templateFaults = (template: TemplateDocument): readonly Fault[] => [
  ...termFaults(template),
  ...valueLabelFaults(template),
  ...sectionFaults(template),
  ...moveMeaningFaults(template),
  ...ruleMeaningFaults(template.rules, shapeOf(template.schema)),
  ...weightFaults(template),
  ...voluntaryFaults(template),
  ...headerFaults(template),
  ...undeclaredRequired(template.schema).map((name) =>
    about('schema', '%name is required, but no property with that name is declared. Declare it.', { name }),
  ),
  ...hiddenFaults(template.schema).map((text) => about('schema', '%reason.', { reason: text })),
];
