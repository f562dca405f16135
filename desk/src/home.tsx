import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { inLanguage } from './language.js';
import { useMe } from './me.js';
import { entriesOf } from './navigation.js';
import { Page } from './parts/page.js';
import { To } from './parts/to.js';

const t = inLanguage(
  {
    title: 'Desk',
    about: 'What your rights allow. Press Ctrl and K anywhere to find a customer, a product or a record.',
    nothing: 'Your role holds no rights yet. Ask an administrator for some.',
  },
  {
    title: 'Desk',
    about: 'Was Ihre Rechte erlauben. Mit Strg und K finden Sie überall Kunden, Produkte und Datensätze.',
    nothing: 'Ihre Rolle hat noch keine Rechte. Bitten Sie eine Administratorin oder einen Administrator darum.',
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
