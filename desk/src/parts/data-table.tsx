import { Table, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { inLanguage } from '../language.js';

const t = inLanguage({ nothing: 'No entries yet.' }, { nothing: 'Noch keine Einträge.' });

export interface Column<T> {
  readonly title: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Aligns numbers to the right. */
  readonly isNumber?: boolean;
  /** Whether the cell names the row: its header for screen readers, and in view while a wide table scrolls. */
  readonly isHeader?: boolean;
  readonly sort?: 'ascending' | 'descending' | 'none' | undefined;
}

interface DataTableProps<T> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string | number;
  readonly empty?: ReactNode;
  /** Whether a row is highlighted. */
  readonly isChosen?: (row: T) => boolean;
}

/**
 * A container whose content scrolls if it is too wide. It takes keyboard focus only if there is something to scroll.
 */
const classOf = <T,>({ isNumber, isHeader }: Column<T>): string | undefined =>
  [isHeader && 'key', isNumber && 'number'].filter(Boolean).join(' ') || undefined;

export const Wide = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const { ref: measured, width } = useElementSize();
  const own = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(measured, own);
  const scrolls = width > 0 && (own.current?.scrollWidth ?? 0) > Math.ceil(width) + 1;
  return (
    <div ref={ref} className="wide" role="group" aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
};

export const DataTable = <T,>({ label, columns, rows, keyOf, empty = t.nothing, isChosen }: DataTableProps<T>) =>
  rows.length === 0 ? (
    <Text c="dimmed">{empty}</Text>
  ) : (
    <Wide label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) =>
              column.title === '' ? (
                <Table.Td key={index} className={classOf(column)} />
              ) : (
                <Table.Th key={index} scope="col" className={classOf(column)} aria-sort={column.sort}>
                  {column.title}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={keyOf(row, index)} className={isChosen?.(row) ? 'chosen' : undefined}>
              {columns.map((column, place) => {
                const { isHeader } = column;
                const Cell = isHeader ? Table.Th : Table.Td;
                return (
                  <Cell
                    key={place}
                    scope={isHeader ? 'row' : undefined}
                    fw={isHeader ? 400 : undefined}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
