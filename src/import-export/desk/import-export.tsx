import { Alert, Button, Checkbox, Group, MultiSelect, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  Allowed,
  CsvFile,
  csvText,
  DataTable,
  Drop,
  fileOf,
  inLanguage,
  Job,
  type JobState,
  kontor,
  Page,
  parseCsv,
  type RecordType,
  Refused,
  Section,
  sendFile,
  separatorOf,
  useAct,
  useAddress,
  useMe,
  withIsoDay,
  withPoint,
  writeCsv,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    title: 'Import and export',
    import: 'Import',
    drop: 'Choose a CSV file',
    records: 'Records in this file',
    reading: 'File preview',
    separator: 'Cell separator',
    signs: { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as Readonly<Record<string, string>>,
    german: 'Numbers have a decimal comma (1.234,56) and dates are written as 31.01.2026',
    preview: (shown: number, all: number) => `First ${shown} of ${all} rows, as they will be sent`,
    confirm: 'Check that the columns, numbers and dates are correct.',
    dryRun: 'Dry run: store nothing',
    apply: 'Import these rows',
    outcome: 'Outcome',
    wasDryRun: 'This was a dry run. Nothing was stored.',
    created: 'Created',
    updated: 'Changed',
    unchanged: 'Unchanged',
    outdated: 'Outdated',
    failed: 'Rejected',
    refused: 'Rejected rows',
    differences: 'Differences in the first changed rows',
    export: 'Export',
    areas: 'Areas',
    all: 'All areas',
    spreadsheet: 'Prepare for spreadsheets: texts that look like formulas get a leading apostrophe',
    start: 'Start export',
  },
  {
    title: 'Import und Export',
    import: 'Import',
    drop: 'Wählen Sie eine CSV-Datei bis zur Höchstgröße des Servers',
    records: 'Datensätze in dieser Datei',
    reading: 'Dateivorschau',
    separator: 'Zelltrennzeichen',
    signs: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator' } as Readonly<Record<string, string>>,
    german: 'Zahlen haben ein Dezimalkomma (1.234,56), und Daten haben die Form 31.01.2026',
    preview: (shown: number, all: number) => `Erste ${shown} von ${all} Zeilen, wie sie gesendet werden`,
    confirm: 'Prüfen Sie, ob Spalten, Zahlen und Daten stimmen.',
    dryRun: 'Probelauf: nichts speichern',
    apply: 'Diese Zeilen importieren',
    outcome: 'Ergebnis',
    wasDryRun: 'Das war ein Probelauf. Es wurde nichts gespeichert.',
    created: 'Angelegt',
    updated: 'Geändert',
    unchanged: 'Unverändert',
    outdated: 'Veraltet',
    failed: 'Abgelehnt',
    refused: 'Abgelehnte Zeilen',
    differences: 'Unterschiede der ersten geänderten Zeilen',
    export: 'Export',
    areas: 'Bereiche',
    all: 'Alle Bereiche',
    spreadsheet: 'Für Tabellenkalkulationen: Texte, die wie Formeln aussehen, erhalten ein vorangestelltes Hochkomma',
    start: 'Export starten',
  },
);

/** Files whose name differs from that of their resource. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  categoryPriceCustomerGroup: 'category_price_group',
  productCustomerMatrix: 'matrix',
  productCustomerMatrixAttribute: 'matrix_condition',
  productCustomerMatrixCustomer: 'matrix_customer',
};

/** Records without their own file. */
const WITHOUT_FILE: ReadonlySet<string> = new Set(['admin', 'role', 'integration', 'webhook']);

const fileName = ({ name }: RecordType): string =>
  `${FILE_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.csv`;

export default function ImportExport() {
  return (
    <Page title={t.title}>
      <Allowed to={['_Import::save']}>
        <Section title={t.import}>
          <Import />
        </Section>
      </Allowed>
      <Allowed to={['_Export::manage']}>
        <Section title={t.export}>
          <Export />
        </Section>
      </Allowed>
    </Page>
  );
}

interface Chosen {
  readonly name: string;
  readonly text: string;
  readonly separator: string;
  readonly isGerman: boolean;
}

const PREVIEWED = 10;

/** The rows in the server's format: converts decimals and dates by column. */
const rowsOf = (
  { text, separator, isGerman }: Chosen,
  type: RecordType | undefined,
): readonly (readonly string[])[] => {
  const [head = [], ...rows] = parseCsv(text, separator);
  if (!isGerman) return [head, ...rows];
  const kinds = head.map((name) => type?.field(name)?.kind ?? 'text');
  return [
    head,
    ...rows.map((row) =>
      row.map((cell, index) =>
        kinds[index] === 'day'
          ? withIsoDay(cell)
          : kinds[index] === 'decimal' || kinds[index] === 'integer'
            ? withPoint(cell)
            : cell,
      ),
    ),
  ];
};

const Import = () => {
  const { records } = useMe();
  const [address, setAddress] = useAddress();
  const types = records.all.filter(({ name, spec }) => spec.rights.save.held && !WITHOUT_FILE.has(name));
  const [chosen, setChosen] = useState<Chosen>();
  const [name, setName] = useState(types[0]?.name ?? '');
  const { act, error } = useAct();
  const type = records.named(name);
  const job = address['import'];
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = csvText(new Uint8Array(await file.arrayBuffer()));
    const separator = separatorOf(text);
    setChosen({ name: file.name, text, separator, isGerman: separator === ';' });
    setAddress({ import: undefined });
    // The longest matching name counts: `customer_price` is not a customer.
    const [guessed] = types
      .filter((one) => file.name.startsWith(fileName(one).replace('.csv', '')))
      .sort((one, other) => other.name.length - one.name.length);
    if (guessed) setName(guessed.name);
  };
  const send = (dryRun: 0 | 1): void => {
    if (!chosen || !type) return;
    const file = new File([writeCsv(rowsOf(chosen, type))], fileName(type), { type: 'text/csv' });
    act(
      () => sendFile(`/V1/import?dryRun=${dryRun}`, file),
      (uuid) => setAddress({ import: uuid }),
    );
  };
  const [head = [], ...rows] = chosen ? rowsOf(chosen, type) : [];
  return (
    <Stack>
      <Drop label={t.drop} accept=".csv,text/csv,text/plain" onFiles={([file]) => void choose(file)} />
      {chosen && (
        <Paper withBorder p="md">
          <Stack gap="sm">
            <Text fw={600}>{`${t.reading}: ${chosen.name}`}</Text>
            <Group align="flex-end">
              <NativeSelect
                label={t.records}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                data={types.map((one) => ({ value: one.name, label: one.title.many }))}
              />
              <NativeSelect
                label={t.separator}
                value={chosen.separator}
                onChange={(event) => setChosen({ ...chosen, separator: event.currentTarget.value })}
                data={Object.entries(t.signs).map(([value, label]) => ({ value, label }))}
              />
            </Group>
            <Checkbox
              label={t.german}
              checked={chosen.isGerman}
              onChange={(event) => setChosen({ ...chosen, isGerman: event.currentTarget.checked })}
            />
            <Text size="sm">
              {t.preview(Math.min(PREVIEWED, rows.length), rows.length)}. {t.confirm}
            </Text>
            <DataTable
              label={t.reading}
              rows={rows.slice(0, PREVIEWED)}
              keyOf={(_, index) => index}
              columns={head.map((title, index) => ({
                title,
                isHeader: index === 0,
                cell: (row: readonly string[]) => row[index] ?? '',
              }))}
            />
            <Group>
              <Button variant="default" onClick={() => send(1)}>
                {t.dryRun}
              </Button>
              <Button onClick={() => send(0)}>{t.apply}</Button>
            </Group>
            <Refused error={error} />
          </Stack>
        </Paper>
      )}
      {job !== undefined && <Job uuid={job}>{(state) => <Outcome job={state} />}</Job>}
    </Stack>
  );
};

interface FileCounts {
  readonly file: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Missing in reports of older servers. */
  readonly outdated?: number;
  readonly failed: number;
}

const Outcome = ({ job }: { readonly job: JobState }) => {
  const { files, dry_run: isDryRun } = job.result as {
    readonly files: readonly FileCounts[];
    readonly dry_run: boolean;
  };
  const refused = fileOf(job, 'refused.csv');
  const differences = fileOf(job, 'differences.csv');
  return (
    <>
      {isDryRun && <Alert color="gray">{t.wasDryRun}</Alert>}
      <DataTable
        label={t.outcome}
        rows={files}
        keyOf={({ file }) => file}
        columns={[
          { title: '', isHeader: true, cell: ({ file }) => file },
          ...(['created', 'updated', 'unchanged', 'outdated', 'failed'] as const).map((count) => ({
            title: t[count],
            isNumber: true,
            cell: (row: FileCounts) => row[count] ?? 0,
          })),
        ]}
      />
      {differences !== undefined && <CsvFile path={differences} title={t.differences} />}
      {refused !== undefined && <CsvFile path={refused} title={t.refused} />}
    </>
  );
};

const AREAS = [
  'commerce',
  'pricing-customer',
  'pricing-list',
  'pricing-category',
  'pricing-matrix',
  'customer-documents',
];

const Export = () => {
  const [address, setAddress] = useAddress();
  const [areas, setAreas] = useState<string[]>([]);
  const [isForSpreadsheet, setIsForSpreadsheet] = useState(false);
  const { act, error } = useAct();
  const start = async (): Promise<void> => {
    const body = { ...(areas.length > 0 ? { areas } : {}), for_spreadsheets: isForSpreadsheet ? 1 : 0 };
    const { uuid } = (await kontor.ask('POST', '/V1/export', { body })) as { readonly uuid: string };
    setAddress({ export: uuid });
  };
  return (
    <Stack>
      <MultiSelect
        label={t.areas}
        placeholder={areas.length === 0 ? t.all : undefined}
        data={AREAS}
        value={areas}
        onChange={setAreas}
      />
      <Checkbox
        label={t.spreadsheet}
        checked={isForSpreadsheet}
        onChange={(event) => setIsForSpreadsheet(event.currentTarget.checked)}
      />
      <Group>
        <Button onClick={() => act(start)}>{t.start}</Button>
      </Group>
      <Refused error={error} />
      {address['export'] !== undefined && <Job uuid={address['export']} />}
    </Stack>
  );
};
