import { DataTable, inLanguage, Loaded, Page, To, useAsk } from '../../../desk/src/index.js';
import { said, type Template } from './payload.js';

const t = inLanguage(
  { title: 'Templates', name: 'Name', code: 'Code', version: 'Version', category: 'Category', granularity: 'For' },
  { title: 'Vorlagen', name: 'Name', code: 'Code', version: 'Fassung', category: 'Kategorie', granularity: 'Für' },
);

export default function Templates() {
  const query = useAsk<{ readonly items: readonly Template[] }>('/V1/dpp/manage/templates/search?searchCriteria=');
  return (
    <Page title={t.title}>
      <Loaded query={query}>
        {({ items }) => (
          <DataTable
            label={t.title}
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t.name,
                isHeader: true,
                cell: ({ id, labels, code }) => <To address={`/templates/${id}`}>{said(labels) ?? code}</To>,
              },
              { title: t.code, cell: ({ code }) => code },
              { title: t.version, cell: ({ version }) => version },
              { title: t.category, cell: ({ espr_category: category }) => category },
              { title: t.granularity, cell: ({ granularity_allowed: allowed }) => allowed.join(', ') },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
