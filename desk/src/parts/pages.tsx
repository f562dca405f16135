import { Pagination } from '@mantine/core';
import { inLanguage } from '../language.js';

const t = inLanguage(
  { pages: 'Pages', page: (page: number) => `Page ${page}`, next: 'Next page', previous: 'Previous page' },
  { pages: 'Seiten', page: (page: number) => `Seite ${page}`, next: 'Nächste Seite', previous: 'Vorige Seite' },
);

interface PagesProps {
  readonly count: number;
  readonly size: number;
  readonly page: number;
  readonly onChange: (page: number) => void;
}

/** Pagination of a list; nothing if there is only one page. */
export const Pages = ({ count, size, page, onChange }: PagesProps) => (
  <Pagination
    total={Math.ceil(count / size)}
    value={page}
    onChange={onChange}
    aria-label={t.pages}
    getItemProps={(item) => ({ 'aria-label': t.page(item) })}
    getControlProps={(control) => ({ 'aria-label': control === 'next' ? t.next : t.previous })}
    hideWithOnePage
  />
);
