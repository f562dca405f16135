import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { download, fetchBytes, kontor } from '../api.js';
import { formatDecimal, inLanguage } from '../language.js';
import { parseCsv } from './csv.js';
import { DataTable } from './data-table.js';
import { Loaded, Section } from './page.js';
import { Refused } from './refused.js';

const t = inLanguage(
  {
    progress: 'Progress',
    rows: (done: string, known: string) => `${done} of ${known} rows`,
    waiting: 'Waiting for a worker',
    statuses: {
      0: 'receiving files',
      1: 'complete',
      2: 'failed for a temporary reason',
      3: 'failed',
      4: 'in progress',
      5: 'cancelled',
    } as Readonly<Record<number, string>>,
    cancel: 'Cancel',
    retry: 'Try again',
    columns: {
      file: 'File',
      line: 'Line',
      reason: 'Reason',
      record: 'Record',
      column: 'Column',
      before: 'Before',
      after: 'After',
    } as Readonly<Record<string, string>>,
    save: (name: string) => `Save ${name}`,
    first: (shown: number, all: number) => (shown < all ? `First ${shown} of ${all} rows` : `${all} rows`),
  },
  {
    progress: 'Fortschritt',
    rows: (done: string, known: string) => `${done} von ${known} Zeilen`,
    waiting: 'Wartet auf einen freien Prozess',
    statuses: {
      0: 'Dateien werden empfangen',
      1: 'fertig',
      2: 'aus einem vorübergehenden Grund fehlgeschlagen',
      3: 'fehlgeschlagen',
      4: 'in Arbeit',
      5: 'abgebrochen',
    } as Readonly<Record<number, string>>,
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    columns: {
      file: 'Datei',
      line: 'Zeile',
      reason: 'Grund',
      record: 'Datensatz',
      column: 'Spalte',
      before: 'Vorher',
      after: 'Nachher',
    } as Readonly<Record<string, string>>,
    save: (name: string) => `${name} speichern`,
    first: (shown: number, all: number) => (shown < all ? `Erste ${shown} von ${all} Zeilen` : `${all} Zeilen`),
  },
);

export interface JobState {
  readonly uuid: string;
  readonly kind: string;
  readonly status: number;
  readonly description: string;
  readonly rows_done: number | null;
  readonly rows_known: number | null;
  readonly message: string | null;
  readonly result: unknown;
  readonly files: readonly string[];
}

export const isOpen = ({ status }: Pick<JobState, 'status'>): boolean => status === 0 || status === 4;
export const statusWord = (status: number): string => t.statuses[status] ?? String(status);

const POLL_MS = 1000;

export const useJob = (uuid: string | undefined) =>
  useQuery({
    queryKey: ['job', uuid],
    enabled: uuid !== undefined,
    queryFn: async () => (await kontor.ask('GET', `/V1/jobs/${uuid}`)) as JobState,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  });

interface JobProps {
  readonly uuid: string;
  /** Content that the screen shows for a completed job. */
  readonly children?: (job: JobState) => ReactNode;
}

/** Shows the progress of a server job. The job continues when the page is closed, and its id finds it again. */
export const Job = ({ uuid, children }: JobProps) => {
  const query = useJob(uuid);
  const [error, setError] = useState<Error>();
  const act = (verb: 'cancel' | 'retry'): void => {
    kontor.ask('POST', `/V1/jobs/${uuid}/${verb}`).then(
      () => query.refetch(),
      (refusal: unknown) => setError(refusal as Error),
    );
  };
  return (
    <Loaded query={query}>
      {(job) => {
        const { rows_done: done, rows_known: known } = job;
        const share = isOpen(job) ? (known ? Math.min(99, Math.round(((done ?? 0) / known) * 100)) : 5) : 100;
        return (
          <Stack gap="sm">
            <Group justify="space-between">
              <Text fw={600}>{job.description}</Text>
              <Text role="status">
                {statusWord(job.status)}
                {done !== null && known !== null && ` · ${t.rows(formatDecimal(done), formatDecimal(known))}`}
                {isOpen(job) && done === null && ` · ${t.waiting}`}
              </Text>
            </Group>
            <Progress value={share} animated={isOpen(job)} aria-label={t.progress} />
            {job.message !== null && (
              <Alert color={job.status === 1 ? 'gray' : 'red'}>
                <span lang="en">{job.message}</span>
              </Alert>
            )}
            <Refused error={error} />
            <Group gap="xs">
              {isOpen(job) && (
                <Button size="xs" variant="default" onClick={() => act('cancel')}>
                  {t.cancel}
                </Button>
              )}
              {(job.status === 2 || job.status === 3) && (
                <Button size="xs" variant="default" onClick={() => act('retry')}>
                  {t.retry}
                </Button>
              )}
              {!isOpen(job) && job.files.map((path) => <SaveFile key={path} path={path} />)}
            </Group>
            {(job.status === 1 || job.status === 3) && job.result !== null && children?.(job)}
          </Stack>
        );
      }}
    </Loaded>
  );
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const SaveFile = ({ path }: { readonly path: string }) => (
  <Button size="xs" variant="default" onClick={() => void download(path, nameOf(path))}>
    {t.save(nameOf(path))}
  </Button>
);

/** The address of a file of the job; undefined if the job has no such file. */
export const fileOf = (job: JobState, name: string): string | undefined =>
  job.files.find((path) => nameOf(path) === name);

const SHOWN = 50;

export const CsvFile = ({ path, title }: { readonly path: string; readonly title: string }) => {
  const query = useQuery({
    queryKey: ['csv', path],
    staleTime: Infinity,
    queryFn: async () => parseCsv(await (await fetchBytes(path)).text()),
  });
  return (
    <Loaded query={query}>
      {([head = [], ...rows]) => (
        <Section title={title} actions={<Text size="sm">{t.first(Math.min(SHOWN, rows.length), rows.length)}</Text>}>
          <DataTable
            label={title}
            rows={rows.slice(0, SHOWN)}
            keyOf={(_, index) => index}
            columns={head.map((name, index) => ({
              title: t.columns[name] ?? name,
              isHeader: name === 'line',
              cell: (row: string[]) => row[index] ?? '',
            }))}
          />
        </Section>
      )}
    </Loaded>
  );
};

/** Starts a job by uploading a file as a form. Returns the job's id. */
export const sendFile = async (path: string, file: File): Promise<string> => {
  const body = new FormData();
  body.set('file', file);
  const { uuid } = (await (await fetchBytes(path, { method: 'POST', body })).json()) as { readonly uuid: string };
  return uuid;
};
