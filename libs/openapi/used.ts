import type { Json } from './json.js';

type Section = Readonly<Record<string, unknown>>;

const REFERENCE = /^#\/components\/([^/]+)\/(.+)$/;

/** All references in a part of the document, including nested ones. */
const referencesIn = (part: unknown, found: Set<string>): void => {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else referencesIn(value, found);
  }
};

const keptOf = (section: string, members: Section, found: ReadonlySet<string>): Section =>
  Object.fromEntries(Object.entries(members).filter(([name]) => found.has(`#/components/${section}/${name}`)));

/** Removes unused components and tags from the document. */
export const used = (document: Json): Json => {
  const { paths, components, tags } = document as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[] }>>>>;
    readonly components: Readonly<Record<string, Section>>;
    readonly tags: readonly { readonly name: string }[];
  };
  const found = new Set<string>();
  referencesIn(paths, found);
  // The set grows during the iteration, because named schemas refer to others.
  for (const reference of found) {
    const [, section = '', name = ''] = REFERENCE.exec(reference) ?? [];
    referencesIn(components[section]?.[name], found);
  }
  const named = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap((one) => one.tags ?? [])));
  return {
    ...document,
    tags: tags.filter(({ name }) => named.has(name)),
    components: Object.fromEntries(
      Object.entries(components).map(([section, members]) => [
        section,
        section === 'securitySchemes' ? members : keptOf(section, members, found),
      ]),
    ),
  };
};
