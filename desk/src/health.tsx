import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { server } from './api.js';
import { inLanguage } from './language.js';
import { DataTable } from './parts/data-table.js';
import { Loaded, Page } from './parts/page.js';

const t = inLanguage(
  {
    title: 'Health',
    about: 'What this server reports to its monitoring. The page reads it anew every ten seconds.',
    check: 'Check',
    state: 'State',
    version: 'Version of this page',
    checks: {
      status: 'Overall',
      database: 'Database',
      migrations: 'Schema',
      disk_database: 'Disk of the database',
      disk_documents: 'Disk of document files',
      disk_temporary: 'Disk of temporary files',
    },
  },
  {
    title: 'Zustand',
    about: 'Was dieser Server seiner Überwachung meldet. Die Seite liest es alle zehn Sekunden neu.',
    check: 'Prüfung',
    state: 'Ergebnis',
    version: 'Version dieser Seite',
    checks: {
      status: 'Insgesamt',
      database: 'Datenbank',
      migrations: 'Schema',
      disk_database: 'Platte der Datenbank',
      disk_documents: 'Platte der Dokumente',
      disk_temporary: 'Platte für Zwischendateien',
    },
  },
);

const POLL_MS = 10_000;
const GOOD: readonly string[] = ['ok', 'ready'];
const names: Readonly<Record<string, string>> = t.checks;

const stateOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export default function Health() {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: async () => (await (await fetch('/health/ready')).json()) as Readonly<Record<string, unknown>>,
    refetchInterval: POLL_MS,
  });
  return (
    <Page title={t.title} about={t.about}>
      <Loaded query={query}>
        {(checks) => (
          <DataTable
            label={t.title}
            rows={[...Object.entries(checks), ['version', server.version] as const]}
            keyOf={([name]) => name}
            columns={[
              {
                title: t.check,
                isHeader: true,
                cell: ([name]) => (name === 'version' ? t.version : (names[name] ?? name)),
              },
              {
                title: t.state,
                cell: ([name, value]) =>
                  name === 'version' ? (
                    stateOf(value)
                  ) : (
                    <Badge variant="outline" color={GOOD.includes(stateOf(value)) ? 'green' : 'red'}>
                      {stateOf(value)}
                    </Badge>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
