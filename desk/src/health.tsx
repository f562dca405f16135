import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { kontor, server } from './api.js';
import { formatBytes, formatDecimal, formatInstant, inLanguage } from './language.js';
import { DataTable } from './parts/data-table.js';
import { type JobState, statusWord } from './parts/job.js';
import { Loaded, Page, Section } from './parts/page.js';
import { To } from './parts/to.js';

const t = inLanguage(
  {
    title: 'Health',
    about: 'Values that this server reports to monitoring. The page refreshes every ten seconds.',
    check: 'Check',
    state: 'State',
    version: 'Version of this page',
    jobs: 'Recent jobs',
    count: 'Number',
    all: 'All jobs',
    server: (name: string) => `Memory, cache and queues of ${name}`,
    since: (at: string) =>
      `Running since ${at}. Each process has its own values. Monitoring reads them on METRICS_PORT.`,
    metric: 'Metric',
    value: 'Value',
    memory: 'Process memory',
    tables: 'Size of each table',
    checks: {
      status: 'Overall',
      database: 'Database',
      migrations: 'Schema',
      disk_database: 'Disk of the database',
      disk_documents: 'Disk of the document files',
      disk_temporary: 'Disk of the temporary files',
    },
  },
  {
    title: 'Zustand',
    about: 'Werte, die dieser Server an die Überwachung meldet. Die Seite aktualisiert sie alle zehn Sekunden.',
    check: 'Prüfung',
    state: 'Ergebnis',
    version: 'Version dieser Seite',
    jobs: 'Letzte Aufträge',
    count: 'Anzahl',
    all: 'Alle Aufträge',
    server: (name: string) => `Speicher, Cache und Warteschlangen von ${name}`,
    since: (at: string) =>
      `Läuft seit ${at}. Jeder Prozess hat eigene Werte; METRICS_PORT liefert sie für die Überwachung.`,
    metric: 'Messwert',
    value: 'Wert',
    memory: 'Speicher des Prozesses',
    tables: 'Größe jeder Tabelle',
    checks: {
      status: 'Insgesamt',
      database: 'Datenbank',
      migrations: 'Schema',
      disk_database: 'Festplatte der Datenbank',
      disk_documents: 'Festplatte der Dokumentdateien',
      disk_temporary: 'Festplatte der temporären Dateien',
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

interface Gauge {
  readonly name: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface ServerState {
  readonly process: string;
  readonly started_at: string;
  readonly memory_bytes: number;
  readonly gauges: readonly Gauge[];
}

const labelled = ({ description, labels }: Gauge): string =>
  [description, ...Object.values(labels)].filter((part) => part !== '').join(', ');

const shown = ({ name, value }: Gauge): string => (name.endsWith('_bytes') ? formatBytes(value) : formatDecimal(value));

const isOfTable = (name: string): boolean => name.includes('table');

const Gauges = ({ label, gauges }: { readonly label: string; readonly gauges: readonly Gauge[] }) => (
  <DataTable
    label={label}
    rows={gauges}
    keyOf={(gauge) => `${gauge.name} ${labelled(gauge)}`}
    columns={[
      { title: t.metric, isHeader: true, cell: (gauge) => <span lang="en">{labelled(gauge)}</span> },
      { title: t.value, isNumber: true, cell: shown },
    ]}
  />
);

const Server = () => {
  const query = useQuery({
    queryKey: ['health', 'server'],
    queryFn: async () => (await kontor.ask('GET', '/V1/desk/server')) as ServerState,
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded query={query}>
      {({ process, started_at: since, memory_bytes: memory, gauges }) => (
        <Section title={t.server(process)}>
          <Text size="sm">{t.since(formatInstant(since))}</Text>
          <Gauges
            label={t.server(process)}
            gauges={[
              { name: 'process_bytes', description: t.memory, labels: {}, value: memory },
              ...gauges.filter(({ name, labels }) => !('version' in labels) && !isOfTable(name)),
            ]}
          />
          <details>
            <summary>{t.tables}</summary>
            <Gauges label={t.tables} gauges={gauges.filter(({ name }) => isOfTable(name))} />
          </details>
        </Section>
      )}
    </Loaded>
  );
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
      <Server />
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
