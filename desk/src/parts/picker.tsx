import { MultiSelect, type OptionsFilter, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { inLanguage } from '../language.js';
import { parseList, writeList } from './address.js';
import { isReadable, useRows, useTyped } from '../records/names.js';
import type { RecordType, Row } from '../records/spec.js';

const t = inLanguage(
  { nothing: 'No matches', type: 'Type to search', clear: 'Clear' },
  { nothing: 'Keine Treffer', type: 'Tippen Sie, um zu suchen', clear: 'Leeren' },
);

/** Texts around an input. */
export interface InputLabels {
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly placeholder?: string;
}

interface Shared extends InputLabels {
  /** Undefined if the user may not read the records: then the value is typed by hand. */
  readonly type: RecordType | undefined;
  /** The field that provides the value; default `id`. */
  readonly by?: string;
}

interface PickerProps extends Shared {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly clearable?: boolean;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options for a text. They are settled once the server has answered for this very text. */
const useOptions = (
  { type, by = 'id' }: Shared,
  values: readonly string[],
  text: string,
): { readonly options: readonly Option[]; readonly isSettled: boolean } => {
  const [typed] = useDebouncedValue(text.trim(), 200);
  const chosen = useRows(type, values, by);
  // The field contains the label of a chosen record, which is not a search text.
  const found = useTyped(type, [...chosen.values()].some((row) => type && labelOf(type, row) === typed) ? '' : typed);
  const options = new Map<string, string>();
  for (const row of [...chosen.values(), ...found.rows])
    if (type) options.set(String(row[by as keyof Row]), labelOf(type, row));
  for (const value of values) if (!options.has(value)) options.set(value, value);
  return {
    options: [...options].map(([value, label]) => ({ value, label })),
    isSettled: found.isCurrent && typed === text.trim(),
  };
};

const labelOf = (type: RecordType, row: Row): string => {
  const about = type.aboutOf(row);
  return about === '' ? type.nameOf(row) : `${type.nameOf(row)} · ${about}`;
};

const asSent: OptionsFilter = ({ options }) => options;

/** Until the server answers: a quick Enter must not take an option that the text does not match. */
const matching: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && option.label.toLowerCase().includes(search.trim().toLowerCase()));

/** The server does the search, so its options are shown as received. Enter takes the first one. */
const searched = (isSettled: boolean) => ({
  filter: isSettled ? asSent : matching,
  // Any true value will do. Another one lets Mantine select the first option again when the server has answered.
  selectFirstOptionOnChange: (isSettled ? 'settled' : 'typed') as unknown as boolean,
});

const SEARCHED = {
  searchable: true,
  nothingFoundMessage: t.nothing,
  clearButtonProps: { 'aria-label': t.clear },
  maxDropdownHeight: 280,
  // Otherwise the options disappear when the user scrolls to one near the edge of the window.
  comboboxProps: { hideDetached: false },
} as const;

/** Selects a record by typing its name. */
export const Picker = ({ value, onChange, clearable = true, ...shared }: PickerProps) => {
  const { type, by: _by, ...input } = shared;
  const [text, setText] = useState('');
  const { options, isSettled } = useOptions(shared, value === null ? [] : [value], text);
  if (!isReadable(type))
    return (
      <TextInput {...input} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} />
    );
  return (
    <Select
      {...input}
      placeholder={input.placeholder ?? t.type}
      data={[...options]}
      value={value}
      onChange={onChange}
      {...SEARCHED}
      {...searched(isSettled)}
      searchValue={text}
      onSearchChange={setText}
      clearable={clearable}
    />
  );
};

interface ManyProps extends Shared {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly most?: number;
}

/** Selects several records. */
export const ManyPicker = ({ value, onChange, most, ...shared }: ManyProps) => {
  const { type, by: _by, ...input } = shared;
  const [text, setText] = useState('');
  const { options, isSettled } = useOptions(shared, value, text);
  if (!isReadable(type))
    return (
      <TextInput
        {...input}
        value={writeList(value)}
        onChange={(event) => onChange(parseList(event.currentTarget.value))}
      />
    );
  return (
    <MultiSelect
      {...input}
      placeholder={value.length === 0 ? (input.placeholder ?? t.type) : undefined}
      data={[...options]}
      value={[...value]}
      onChange={onChange}
      maxValues={most}
      {...SEARCHED}
      {...searched(isSettled)}
      searchValue={text}
      onSearchChange={setText}
      clearable
    />
  );
};
