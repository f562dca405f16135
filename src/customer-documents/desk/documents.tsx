import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  createRecord,
  DataTable,
  Drop,
  Grid,
  inLanguage,
  kontor,
  Loaded,
  Page,
  Picker,
  Refused,
  type Row,
  search,
  Section,
  To,
  useAddress,
  useMe,
  upload,
} from '../../../desk/src/index.js';
import { REASONS, type Visibility } from './visibility.js';

const t = inLanguage(
  {
    title: 'Documents',
    drop: 'New documents: each file becomes a document named after the file. Each document stays hidden until you assign it or make it public',
    uploads: 'Uploads',
    retry: 'Try again',
    done: 'uploaded',
    customer: 'What can a customer see?',
    choose: 'Customer',
    document: 'Document',
    sees: 'Visible',
    yes: 'yes',
    no: 'no',
    why: 'Because',
    nothing: 'No document is public or assigned to this customer or their group.',
  },
  {
    title: 'Dokumente',
    drop: 'Neue Dokumente: Jede Datei wird zu einem Dokument mit dem Namen der Datei. Es bleibt verborgen, bis Sie es zuordnen oder veröffentlichen',
    uploads: 'Hochgeladene Dateien',
    retry: 'Erneut versuchen',
    done: 'hochgeladen',
    customer: 'Was sieht ein Kunde?',
    choose: 'Kunde',
    document: 'Dokument',
    sees: 'Sichtbar',
    yes: 'ja',
    no: 'nein',
    why: 'Weil',
    nothing: 'Kein Dokument ist öffentlich oder diesem Kunden oder seiner Gruppe zugeordnet.',
  },
);

export default function Documents() {
  const type = useMe().records.named('document');
  if (!type) return null;
  return (
    <Page title={t.title}>
      <Allowed to={['_CustomerDocuments::save']}>
        <Uploads />
      </Allowed>
      <Grid type={type} />
      <Section title={t.customer}>
        <Seen />
      </Section>
    </Page>
  );
}

interface Upload {
  readonly file: File;
  readonly share: number;
  /** The document, once it exists. */
  readonly id?: number;
  readonly isDone?: boolean;
  readonly error?: Error;
}

/** Several files at once, each with its progress. */
const Uploads = () => {
  const type = useMe().records.named('document');
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queries = useQueryClient();
  const note = (file: File, changed: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.file === file ? { ...one, ...changed } : one)));
  const send = async ({ file, id }: Upload): Promise<void> => {
    note(file, { error: undefined, share: 0 });
    try {
      if (!type) return;
      // A document without a file stays if the upload fails: trying again sends the file only.
      const document = id ?? (await createRecord(type, { name: file.name.replace(/\.[^.]+$/, '') })).row.id;
      note(file, { id: document });
      await upload(`/V1/customerdocuments/${document}/file`, file, (share) => note(file, { share }));
      note(file, { isDone: true, share: 1 });
      await queries.invalidateQueries();
    } catch (error) {
      note(file, { error: error as Error });
    }
  };
  const start = (files: readonly File[]): void => {
    const added = files.map((file) => ({ file, share: 0 }));
    setUploads((all) => [...all, ...added]);
    for (const one of added) void send(one);
  };
  return (
    <Stack gap="sm">
      <Drop label={t.drop} isMultiple onFiles={start} />
      {uploads.map((one) => (
        <Stack key={`${one.file.name} ${one.file.lastModified}`} gap={4}>
          <Group justify="space-between">
            {one.id === undefined ? (
              <Text>{one.file.name}</Text>
            ) : (
              <To address={`/documents/${one.id}`}>{one.file.name}</To>
            )}
            {one.isDone && <Text role="status">{t.done}</Text>}
            {one.error && (
              <Button size="xs" variant="default" onClick={() => void send(one)}>
                {t.retry}
              </Button>
            )}
          </Group>
          <Progress value={one.share * 100} aria-label={one.file.name} />
          <Refused error={one.error} />
        </Stack>
      ))}
    </Stack>
  );
};

const MOST = 100;

/** The documents that might be for a customer, each with what decides. */
const Seen = () => {
  const [address, setAddress] = useAddress();
  const { records } = useMe();
  const customer = address['customer'] ?? null;
  const query = useQuery({
    queryKey: ['seen', customer],
    enabled: customer !== null,
    queryFn: async () => {
      const { group_id: group } = (await kontor.ask('GET', `/V1/commerce/customers/${Number(customer)}`)) as Row;
      const where = [
        [
          { field: 'customer_ids', condition: 'finset', value: customer ?? '' },
          { field: 'customer_group_ids', condition: 'finset', value: String(group as number) },
          { field: 'is_public', condition: 'eq', value: 1 },
        ],
      ];
      const { items } = await search('/V1/customerdocuments/search', { where, pageSize: MOST });
      return Promise.all(
        items.map(async (row) => {
          const path = `/V1/customerdocuments/${row.id}/visibility?customer_id=${customer}`;
          return { row, ...((await kontor.ask('GET', path)) as Visibility) };
        }),
      );
    },
  });
  return (
    <Stack gap="sm">
      <Picker
        label={t.choose}
        type={records.named('customer')}
        value={customer}
        onChange={(id) => setAddress({ customer: id ?? undefined })}
      />
      {customer !== null && (
        <Loaded query={query}>
          {(found) => (
            <DataTable
              label={t.customer}
              rows={found}
              keyOf={({ row }) => row.id}
              empty={t.nothing}
              columns={[
                {
                  title: t.document,
                  isHeader: true,
                  cell: ({ row }) => <To address={`/documents/${row.id}`}>{String(row['name'])}</To>,
                },
                {
                  title: t.sees,
                  cell: ({ visible }) => <Badge color={visible ? 'green' : 'red'}>{visible ? t.yes : t.no}</Badge>,
                },
                {
                  title: t.why,
                  cell: ({ visible, reason }) => REASONS[visible ? 'grants' : 'denies'][reason] ?? reason,
                },
              ]}
            />
          )}
        </Loaded>
      )}
    </Stack>
  );
};
