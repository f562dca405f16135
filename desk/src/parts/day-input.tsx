import { DateInput, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/de.js';
import { useState } from 'react';
import { inLanguage, language } from '../language.js';
import type { InputLabels } from './picker.js';

const t = inLanguage(
  { format: 'DD/MM/YYYY', shown: 'DD/MM/YYYY', clear: 'Clear' },
  { format: 'DD.MM.YYYY', shown: 'TT.MM.JJJJ', clear: 'Leeren' },
);

interface DayInputProps extends InputLabels {
  /** Date such as `2026-01-31`. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly clearable?: boolean;
  /** Minimum width, for use in a table cell. */
  readonly miw?: number;
}

/** A date, typed or chosen. ISO dates can be typed too. */
export const DayInput = ({ value, onChange, clearable = true, ...input }: DayInputProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DateInput
        {...input}
        placeholder={input.placeholder ?? t.shown}
        value={value}
        onChange={(day) => onChange(day === null ? null : day.slice(0, 10))}
        valueFormat={t.format}
        dateParser={(text) => parsed(text)}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': t.clear }}
        // The calendar closes when the date is entered, because it would cover the fields below.
        popoverProps={{ opened: isOpen }}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={({ key }) => setIsOpen(key !== 'Enter' && key !== 'Escape')}
        getDayProps={() => ({ onClick: () => setIsOpen(false) })}
      />
    </DatesProvider>
  );
};

const parsed = (text: string): string | null => {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const [, day = isoDay, month = isoMonth, year = isoYear] =
    /^(\d{1,2})[./ ](\d{1,2})[./ ](\d{4})$/.exec(text.trim()) ?? [];
  if (!year || !month || !day) return null;
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(`${found}T00:00:00Z`)) ? null : found;
};
