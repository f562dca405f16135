import type { ComponentType, ReactNode } from 'react';

/** Parts of the navigation, in their order. */
export const GROUPS = ['prices', 'documents', 'passports', 'shop', 'operation', 'access'] as const;
export type Group = (typeof GROUPS)[number];

/** A screen that people wrote, unlike those that follow from a record's declaration. */
export interface Screen {
  /** Below /desk; `$name` is a variable. A path with a variable is not in the navigation. */
  readonly path: string;
  readonly title: string;
  /** What a person can do there: shown on the start page. */
  readonly about: string;
  readonly group: Group;
  /** One of these rights, without the vendor's prefix, shows it; an empty list shows it to everyone. */
  readonly needs: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** An input that a module draws itself. */
export interface OwnInputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: ReactNode;
}

/** How the generated screens of a record differ from what follows from its declaration. */
export interface RecordOverride {
  readonly group: Group;
  /** Names in the language of the page; in English the declaration's own. */
  readonly title?: { readonly one: string; readonly many: string };
  /** First columns of the grid; the others can be added. */
  readonly columns?: readonly string[];
  /** Fields that find a record by typing, the one that names it first. */
  readonly names?: readonly string[];
  /** What people call records with a meaning of their own, by id: website 0 stands for all. */
  readonly specialNames?: Readonly<Record<string, string>>;
  /** Labels of values: `{ active: { '1': 'active' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the search of the whole page finds it. */
  readonly found?: boolean;
  /** Inputs that a field needs beyond its kind. */
  readonly inputs?: Readonly<Record<string, ComponentType<OwnInputProps>>>;
  /** Only its own screens show it. */
  readonly hidden?: boolean;
  /** Records that belong to one of these, by the field that refers to it: shown below its form. */
  readonly parts?: readonly { readonly resource: string; readonly field: string }[];
  /** Its screen, instead of the generated form; `$id` is replaced. */
  readonly opensAt?: string;
  /** The screen with its grid, instead of the generated one. */
  readonly listedAt?: string;
}

/** How something that is no declared record is found by typing. */
export interface Finder {
  readonly title: string;
  readonly needs: string;
  /** A route that searches. */
  readonly path: string;
  readonly names: readonly string[];
  readonly found: (row: Readonly<Record<string, unknown>>) => Found;
}

export interface Found {
  readonly name: string;
  readonly about: string;
  readonly address: string;
}

/** What a module brings to Desk: src/<module>/desk/index.ts. */
export interface DeskModule {
  readonly screens?: readonly Screen[];
  readonly records?: Readonly<Record<string, RecordOverride>>;
  readonly finders?: readonly Finder[];
}
