import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { search } from './api.js';
import { inLanguage } from './language.js';
import { useMe } from './me.js';
import { entriesOf } from './navigation.js';
import { useOpen } from './parts/address.js';
import { findersOf } from './screens.js';
import { PLAIN_HEADER } from './theme.js';

const t = inLanguage(
  {
    placeholder: 'Customer, SKU, list, document, page …',
    nothing: 'No matches. Search by number, name or e-mail address.',
    label: 'Search everything',
    screens: 'Screens',
  },
  {
    placeholder: 'Kunde, SKU, Liste, Dokument, Seite …',
    nothing: 'Keine Treffer. Suchen Sie nach Nummer, Name oder E-Mail-Adresse.',
    label: 'Alles durchsuchen',
    screens: 'Seiten',
  },
);

const [store, spotlight] = createSpotlight();
export const openSearch = spotlight.open;

const MOST = 5;

/** Finds records by name, and screens by title. */
export const Search = () => {
  const me = useMe();
  const open = useOpen();
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), 200);
  const found = useQueries({
    queries: findersOf(me).map(({ key, title, path, names, found: foundIn }) => ({
      queryKey: ['search', key, typed],
      enabled: typed.length > 1,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const where = [names.map((field) => ({ field, condition: 'like', value: `%${typed}%` }))];
        const { items } = await search(path, { where, pageSize: MOST, signal });
        return { title, items: items.map(foundIn) };
      },
    })),
  });
  const screens = entriesOf(me)
    .flatMap((group) => [...group.screens, ...group.records])
    .filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, text === '' ? 30 : MOST);
  const groups = [
    ...found.flatMap(({ data }) => (data && data.items.length > 0 ? [data] : [])),
    ...(screens.length > 0
      ? [{ title: t.screens, items: screens.map(({ title, address }) => ({ name: title, about: '', address })) }]
      : []),
  ];
  return (
    <Spotlight.Root
      store={store}
      shortcut={['mod + K']}
      query={text}
      onQueryChange={setText}
      clearQueryOnClose
      scrollable
      maxHeight="60vh"
      title={t.label}
      attributes={PLAIN_HEADER}
    >
      <Spotlight.Search placeholder={t.placeholder} aria-label={t.label} leftSection={undefined} />
      <Spotlight.ActionsList>
        {groups.map(({ title, items }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {items.map(({ name, about, address }) => (
              <Spotlight.Action key={address} onClick={() => open(address)}>
                <Group gap="xs" wrap="nowrap">
                  <Text>{name}</Text>
                  <Text c="dimmed" size="sm" truncate>
                    {about}
                  </Text>
                </Group>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};
