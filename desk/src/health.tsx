import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { kontor, server } from './api.js';
import { inLanguage } from './language.js';
import { DataTable } from './parts/data-table.js';
import { isOpen, type JobState, statusWord } from './parts/job.js';
import { Loaded, Page, Section } from './parts/page.js';
import { To } from './parts/to.js';

const t = inLanguage(
  {
    title: 'Health',
    about: 'Read again every ten seconds.',
    checks: 'Checks',
    check: 'Check',
    state: 'State',
    names: { status: 'Server', database: 'Database', migrations: 'Migrations' } as Readonly<Record<string, string>>,
    version: 'Version',
    prices: 'Version of the price data',
    queue: 'Jobs',
    open: 'Waiting or running',
    count: 'Number',
    all: 'All jobs',
    metrics:
      'Memory, caches and queues of each process are in the metrics, which monitoring reads from a port of its own.',
  },
  {
    title: 'Zustand',
    about: 'Alle zehn Sekunden neu gelesen.',
    checks: 'Prüfungen',
    check: 'Prüfung',
    state: 'Stand',
    names: { status: 'Server', database: 'Datenbank', migrations: 'Migrationen' } as Readonly<Record<string, string>>,
    version: 'Version',
    prices: 'Version der Preisdaten',
    queue: 'Aufträge',
    open: 'Wartend oder in Arbeit',
    count: 'Anzahl',
    all: 'Alle Aufträge',
    metrics:
      'Speicher, Zwischenspeicher und Warteschlangen jedes Prozesses stehen in den Metriken, die die Überwachung über einen eigenen Port liest.',
  },
);

const POLL_MS = 10_000;

/** Ready or not, the server answers with the same checks. */
const readChecks = async (): Promise<readonly (readonly [string, string])[]> =>
  Object.entries((await (await fetch('/health/ready')).json()) as Readonly<Record<string, string>>);

const readJobs = async () => {
  const { body, headers } = await kontor.answer('GET', '/V1/jobs?limit=300');
  const jobs = body as readonly JobState[];
  const counts = Map.groupBy(jobs, (job) => (isOpen(job) ? t.open : statusWord(job.status)));
  return {
    counts: [...counts].map(([word, found]) => [word, found.length] as const),
    version: headers.get('X-Pricing-Version'),
  };
};

export default function Health() {
  const checks = useQuery({ queryKey: ['health'], queryFn: readChecks, refetchInterval: POLL_MS });
  const jobs = useQuery({ queryKey: ['health', 'jobs'], queryFn: readJobs, refetchInterval: POLL_MS });
  return (
    <Page title={t.title} about={t.about}>
      <Section title={t.checks}>
        <Loaded query={checks}>
          {(found) => (
            <DataTable
              label={t.checks}
              rows={[...found, ['version', server.version] as const]}
              keyOf={([name]) => name}
              columns={[
                {
                  title: t.check,
                  isHeader: true,
                  cell: ([name]) => (name === 'version' ? t.version : (t.names[name] ?? name)),
                },
                {
                  title: t.state,
                  cell: ([name, state]) =>
                    name === 'version' ? state : <Badge color={state === 'ok' ? 'green' : 'red'}>{state}</Badge>,
                },
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title={t.queue} actions={<To address="/jobs">{t.all}</To>}>
        <Loaded query={jobs}>
          {({ counts, version }) => (
            <>
              <DataTable
                label={t.queue}
                rows={counts}
                keyOf={([word]) => word}
                columns={[
                  { title: t.state, isHeader: true, cell: ([word]) => word },
                  { title: t.count, isNumber: true, cell: ([, count]) => count },
                ]}
              />
              {version !== null && <Text mt="sm">{`${t.prices}: ${version}`}</Text>}
            </>
          )}
        </Loaded>
      </Section>
      <Text c="dimmed">{t.metrics}</Text>
    </Page>
  );
}
