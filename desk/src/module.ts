import type { ComponentType, ReactNode } from 'react';

/** Groups of the navigation, in display order. */
export const GROUPS = ['prices', 'documents', 'passports', 'shop', 'operation', 'access'] as const;
export type Group = (typeof GROUPS)[number];

/** A hand-written screen, as opposed to those generated from a record's declaration. */
export interface Screen {
  /** Path below /desk; `$name` is a variable. A path with a variable is not in the navigation. */
  readonly path: string;
  readonly title: string;
  /** What users can do on this screen; shown on the start page. */
  readonly about: string;
  readonly group: Group;
  /**
   * Users need one of these rights, named without the vendor's prefix, to see the screen. Everyone sees it if the list
   * is empty.
   */
  readonly needs: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** An input component provided by a module. */
export interface OwnInputProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: ReactNode;
}

/** How the generated screens of a record differ from the default. */
export interface RecordOverride {
  readonly group: Group;
  /** Names in the language of the page; default in English: the names in the declaration. */
  readonly title?: { readonly one: string; readonly many: string };
  /** Default columns of the grid; users can add others. */
  readonly columns?: readonly string[];
  /** Fields that a text search looks in; the first one is the record's name. */
  readonly names?: readonly string[];
  /** Names of records with a special meaning, by id: website 0 stands for all websites. */
  readonly specialNames?: Readonly<Record<string, string>>;
  /** Labels of values: `{ active: { '1': 'active' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether the page's global search includes these records. */
  readonly found?: boolean;
  /** Custom inputs, by field. */
  readonly inputs?: Readonly<Record<string, ComponentType<OwnInputProps>>>;
  /** Hides the record from the navigation; only its own screens show it. */
  readonly hidden?: boolean;
  /** Child records, by the field that refers to this record; their grids are below its form. */
  readonly parts?: readonly { readonly resource: string; readonly field: string }[];
  /** Address of the screen that replaces the generated form; `$id` is replaced. */
  readonly opensAt?: string;
  /** Address of the screen that contains the grid and replaces the generated one. */
  readonly listedAt?: string;
}

/** Global search for things that are not declared records. */
export interface Finder {
  readonly title: string;
  readonly needs: string;
  /** Path of the search route. */
  readonly path: string;
  readonly names: readonly string[];
  readonly found: (row: Readonly<Record<string, unknown>>) => Found;
}

export interface Found {
  readonly name: string;
  readonly about: string;
  readonly address: string;
}

/** What a module adds to Desk: src/<module>/desk/index.ts. */
export interface DeskModule {
  readonly screens?: readonly Screen[];
  readonly records?: Readonly<Record<string, RecordOverride>>;
  readonly finders?: readonly Finder[];
}
