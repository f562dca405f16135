import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { kontor, server } from './api.js';
import { inLanguage } from './language.js';
import { DataTable } from './parts/data-table.js';
import { type JobState, statusWord } from './parts/job.js';
import { Loaded, Page, Section } from './parts/page.js';
import { To } from './parts/to.js';

const t = inLanguage(
  {
    title: 'Health',
    about: 'What this server reports to its monitoring. The page reads it anew every ten seconds.',
    check: 'Check',
    state: 'State',
    version: 'Version of this page',
    jobs: 'Jobs of the last days',
    count: 'Number',
    all: 'All jobs',
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
    jobs: 'Aufträge der letzten Tage',
    count: 'Anzahl',
    all: 'Alle Aufträge',
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

const readJobs = async (): Promise<readonly (readonly [string, number])[]> => {
  const jobs = (await kontor.ask('GET', '/V1/jobs?limit=100')) as readonly JobState[];
  return [...Map.groupBy(jobs, ({ status }) => status)].map(([status, found]) => [statusWord(status), found.length]);
};

export default function Health() {
  const jobs = useQuery({ queryKey: ['health', 'jobs'], queryFn: readJobs, refetchInterval: POLL_MS });
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
      <Section title={t.jobs} actions={<To address="/jobs">{t.all}</To>}>
        <Loaded query={jobs}>
          {(counts) => (
            <DataTable
              label={t.jobs}
              rows={counts}
              keyOf={([word]) => word}
              columns={[
                { title: t.state, isHeader: true, cell: ([word]) => word },
                { title: t.count, isNumber: true, cell: ([, count]) => count },
              ]}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
