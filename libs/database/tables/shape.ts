/** A table as data. Migrations state it, record definitions derive it, and a test checks that both match. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly indexes: readonly IndexShape[];
  readonly references: readonly ReferenceShape[];
}

/** `json`: JSON text of any length; `bigid`: an id for tables with more rows than an int can count. */
type ColumnType = 'id' | 'bigid' | 'int' | 'bigint' | 'decimal' | 'varchar' | 'text' | 'json';

export interface ColumnShape {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Length of a varchar in characters. */
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly primary?: boolean;
}

export interface IndexShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface ReferenceShape {
  readonly name: string;
  readonly column: string;
  readonly table: string;
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
}

const NULL = { nullable: true } as const;
type Nullable = typeof NULL;

const column = (name: string, type: ColumnType, rest: Partial<ColumnShape> = {}): ColumnShape => ({
  name,
  type,
  nullable: false,
  ...rest,
});

/** Helpers for the columns in migrations. */
export const id = (): ColumnShape => column('id', 'id', { primary: true });
/** An id that never runs out, for rows that are written with every change. */
export const bigId = (): ColumnShape => column('id', 'bigid', { primary: true });
export const int = (name: string, rest?: Partial<ColumnShape>): ColumnShape => column(name, 'int', rest);
export const bigint = (name: string, rest?: Partial<ColumnShape>): ColumnShape => column(name, 'bigint', rest);
export const varchar = (name: string, length: number, rest?: Nullable): ColumnShape =>
  column(name, 'varchar', { length, ...rest });
export const decimal = (name: string, precision: number, scale: number, rest?: Nullable): ColumnShape =>
  column(name, 'decimal', { precision, scale, ...rest });
export const text = (name: string, rest?: Nullable): ColumnShape => column(name, 'text', rest);
export const json = (name: string, rest?: Nullable): ColumnShape => column(name, 'json', rest);
export const day = (name: string, rest?: Nullable): ColumnShape => varchar(name, 10, rest);
/** ISO 8601 in UTC with milliseconds, stored as text, so that it can be sorted and no server time zone affects it. */
export const instant = (name: string, rest?: Nullable): ColumnShape => varchar(name, 24, rest);
export { NULL };

/**
 * Block C of pricing records (pricing.md §1), and columns of records maintained by another system. Must not change,
 * because released migrations use it.
 */
export const terms = (): readonly ColumnShape[] => [
  decimal('qty', 12, 4),
  int('price_application_type'),
  varchar('price_attribute', 255, NULL),
  varchar('currency', 3, NULL),
  day('from_date', NULL),
  day('to_date', NULL),
];
export const tracked = (): readonly ColumnShape[] => [
  varchar('external_id', 255, NULL),
  int('source_version', NULL),
  instant('created_at'),
  instant('updated_at'),
];

export const unique = (name: string, ...columns: readonly string[]): IndexShape => ({ name, columns, unique: true });
export const index = (name: string, ...columns: readonly string[]): IndexShape => ({ name, columns, unique: false });

export interface Refers {
  readonly column: string;
  readonly to: string;
  readonly onDelete: ReferenceShape['onDelete'];
}

export const refers = (columnName: string, to: string, onDelete: ReferenceShape['onDelete']): Refers => ({
  column: columnName,
  to,
  onDelete,
});

/** A table. Each reference gets a name, and an index unless a key already starts with its column. */
export const table = (
  name: string,
  columns: readonly ColumnShape[],
  indexes: readonly IndexShape[] = [],
  references: readonly Refers[] = [],
): TableShape => {
  const primary = columns.find((one) => one.primary)?.name;
  const led = new Set([primary, ...indexes.map(({ columns: [first] }) => first)]);
  return {
    name,
    columns,
    indexes: [
      ...indexes,
      ...references.filter((one) => !led.has(one.column)).map((one) => index(`ix_${name}_${one.column}`, one.column)),
    ],
    references: references.map((one) => ({
      name: `fk_${name}_${one.column}`,
      column: one.column,
      table: one.to,
      onDelete: one.onDelete,
    })),
  };
};
