import { Badge, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  CsvFile,
  DataTable,
  formatDecimal,
  formatInstant,
  inLanguage,
  isOpen,
  Job,
  type JobState,
  kontor,
  Loaded,
  Page,
  Section,
  Small,
  statusWord,
  useAddress,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    title: 'Jobs',
    about: 'Your jobs, or all jobs if you have the right to see them.',
    what: 'What',
    status: 'Status',
    rows: 'Rows',
    began: 'Started',
    ended: 'Finished',
    show: 'Show',
    nothing: 'No job has been started recently.',
    details: 'Details',
  },
  {
    title: 'Aufträge',
    about: 'Ihre Aufträge oder alle Aufträge, wenn Sie das Recht dazu haben.',
    what: 'Was',
    status: 'Status',
    rows: 'Zeilen',
    began: 'Begonnen',
    ended: 'Beendet',
    show: 'Zeigen',
    nothing: 'In letzter Zeit wurde kein Auftrag gestartet.',
    details: 'Einzelheiten',
  },
);

type Listed = JobState & { readonly created_at: string; readonly finished_at: string | null };

const POLL_MS = 2000;
const COLORS: Readonly<Record<number, string>> = { 1: 'green', 2: 'orange', 3: 'red', 5: 'gray' };

export default function Jobs() {
  const [{ job }, setAddress] = useAddress();
  const query = useQuery({
    queryKey: ['jobs'],
    queryFn: async () => (await kontor.ask('GET', '/V1/jobs?limit=100')) as readonly Listed[],
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  });
  return (
    <Page title={t.title} about={t.about}>
      <Stack>
        {job !== undefined && (
          <Section title={t.details}>
            <Job uuid={job}>
              {({ files }) =>
                files
                  .filter((path) => path.endsWith('refused.csv'))
                  .map((path) => <CsvFile key={path} path={path} title="refused.csv" />)
              }
            </Job>
          </Section>
        )}
        <Loaded query={query}>
          {(jobs) => (
            <DataTable
              label={t.title}
              rows={jobs}
              keyOf={({ uuid }) => uuid}
              empty={t.nothing}
              isChosen={({ uuid }) => uuid === job}
              columns={[
                { title: t.what, isHeader: true, cell: ({ description }) => <span lang="en">{description}</span> },
                {
                  title: t.status,
                  cell: ({ status }) => <Badge color={COLORS[status] ?? 'petrol'}>{statusWord(status)}</Badge>,
                },
                {
                  title: t.rows,
                  isNumber: true,
                  cell: (row) => (row.rows_done === null ? '' : formatDecimal(row.rows_done)),
                },
                { title: t.began, cell: (row) => formatInstant(row.created_at) },
                { title: t.ended, cell: (row) => (row.finished_at === null ? '' : formatInstant(row.finished_at)) },
                {
                  title: '',
                  cell: ({ uuid, description }) => (
                    <Small label={t.show} of={description} onClick={() => setAddress({ job: uuid })} />
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
