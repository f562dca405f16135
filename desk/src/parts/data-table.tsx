import { Table, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { inLanguage } from '../language.js';

const t = inLanguage({ nothing: 'No entries yet.' }, { nothing: 'Noch keine Einträge.' });

export interface Column<T> {
  readonly title: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Names the row for those who do not see it. */
  readonly isHeader?: boolean;
  readonly sort?: 'ascending' | 'descending' | 'none' | undefined;
}

interface DataTableProps<T> {
  /** Names the table for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string | number;
  readonly empty?: ReactNode;
  /** The background of a row that stands out. */
  readonly isChosen?: (row: T) => boolean;
}

/** A container whose content scrolls if it is too wide: by keyboard too, but no stop for it where nothing scrolls. */
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
            {columns.map(({ title, isNumber, sort }, index) =>
              title === '' ? (
                <Table.Td key={index} />
              ) : (
                <Table.Th key={index} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sort}>
                  {title}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={keyOf(row, index)} className={isChosen?.(row) ? 'chosen' : undefined}>
              {columns.map(({ cell, isNumber, isHeader }, place) => {
                const Cell = isHeader ? Table.Th : Table.Td;
                return (
                  <Cell
                    key={place}
                    scope={isHeader ? 'row' : undefined}
                    fw={isHeader ? 400 : undefined}
                    className={isNumber ? 'number' : undefined}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
