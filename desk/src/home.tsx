import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { inLanguage } from './language.js';
import { useMe } from './me.js';
import { entriesOf } from './navigation.js';
import { Page } from './parts/page.js';
import { To } from './parts/to.js';

const t = inLanguage(
  {
    title: 'Desk',
    about:
      'All pages that you have the right to use. On any page, press Ctrl+K to find a customer, a product or another record.',
    nothing: 'Your role has no rights yet. Ask an administrator to grant you rights.',
  },
  {
    title: 'Desk',
    about: 'Alles, was Ihre Rechte erlauben. Mit Strg+K finden Sie überall Kunden, Produkte und andere Datensätze.',
    nothing: 'Ihre Rolle hat noch keine Rechte. Bitten Sie eine Administratorin oder einen Administrator um Rechte.',
  },
);

export const Home = () => {
  const groups = entriesOf(useMe());
  return (
    <Page title={t.title} about={t.about}>
      {groups.length === 0 && <Text>{t.nothing}</Text>}
      {groups.map(({ group, title, screens, records }) => (
        <section key={group} aria-label={title}>
          <Title order={2} mb="xs">
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {screens.map((screen) => (
              <Card key={screen.address} withBorder p="sm">
                <To address={screen.address} fw={600}>
                  {screen.title}
                </To>
                <Text size="sm" c="dimmed">
                  {screen.about}
                </Text>
              </Card>
            ))}
          </SimpleGrid>
          <Group gap="md" mt="sm">
            {records.map((record) => (
              <To key={record.address} address={record.address}>
                {record.title}
              </To>
            ))}
          </Group>
        </section>
      ))}
    </Page>
  );
};
