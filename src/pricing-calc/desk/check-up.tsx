import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CsvFile,
  DataTable,
  Drop,
  fetchBytes,
  fileOf,
  formatDecimal,
  inLanguage,
  Job,
  type JobState,
  kontor,
  Loaded,
  Page,
  parseCsv,
  Refused,
  Section,
  sendFile,
  To,
  Small,
  useAct,
  useAddress,
  useMe,
} from '../../../desk/src/index.js';

const t = inLanguage(
  {
    title: 'Check-up',
    lint: 'Probable mistakes in the price book',
    lintAbout:
      'Checks all current and future prices for amounts below cost, rows that never apply, overlapping periods and empty lists.',
    start: 'Check all prices',
    none: 'No mistakes found.',
    kind: 'Kind',
    severity: 'Severity',
    count: 'Count',
    show: 'Show',
    shown: (shown: number, all: number) => `First ${shown} of ${all} findings`,
    record: 'Record',
    message: 'Problem',
    severities: { error: 'error', warning: 'warning', notice: 'notice' } as Readonly<Record<string, string>>,
    rules: {
      below_cost: 'Price below cost',
      unreachable_row: 'Row that never applies',
      tie: 'Tie decided only by the ID',
      overlapping_windows: 'Overlapping periods',
      condition_without_product: 'Condition without a product',
      empty_list: 'List without rows or buyers',
      empty_matrix: 'Matrix without conditions or customers',
      expired: 'Expired',
    } as Readonly<Record<string, string>>,
    replay: 'Invoice replay',
    replayAbout:
      'Recalculates each invoice line in a CSV file for its date, and compares the price with the invoiced price to the cent.',
    drop: 'Invoice lines as CSV, with the columns invoice, date, customer_id, sku, qty and unit_price',
    strategy: 'Price selection',
    own: "The buyer's own setting",
    strategies: { lowest: 'lowest price', highest: 'highest price', sort_order: 'first source that has a price' },
    figures: 'Result',
    differences: 'Differences',
    refused: 'Rejected lines',
  },
  {
    title: 'Prüfung',
    lint: 'Wahrscheinliche Fehler im Preisbuch',
    lintAbout:
      'Prüft alle Preise ab heute auf Preise unter Einkaufspreis, Zeilen, die nie gelten, überlappende Zeiträume und leere Listen.',
    start: 'Alle Preise prüfen',
    none: 'Keine Fehler gefunden.',
    kind: 'Art',
    severity: 'Schwere',
    count: 'Anzahl',
    show: 'Zeigen',
    shown: (shown: number, all: number) => `Erste ${shown} von ${all}`,
    record: 'Datensatz',
    message: 'Problem',
    severities: { error: 'Fehler', warning: 'Warnung', notice: 'Hinweis' } as Readonly<Record<string, string>>,
    rules: {
      below_cost: 'Preis unter Einkaufspreis',
      unreachable_row: 'Zeile, die nie gilt',
      tie: 'Gleichstand, den nur die ID entscheidet',
      overlapping_windows: 'Zeiträume überschneiden sich',
      condition_without_product: 'Bedingung ohne Produkt',
      empty_list: 'Liste ohne Zeilen oder Käufer',
      empty_matrix: 'Matrix ohne Bedingungen oder Kunden',
      expired: 'Abgelaufen',
    } as Readonly<Record<string, string>>,
    replay: 'Rechnungen nachrechnen',
    replayAbout:
      'Berechnet jede Rechnungszeile einer CSV-Datei zu ihrem Datum und vergleicht das Ergebnis auf den Cent genau.',
    drop: 'Rechnungszeilen als CSV, mit den Spalten invoice, date, customer_id, sku, qty und unit_price',
    strategy: 'Preisauswahl',
    own: 'Die Einstellung des Käufers',
    strategies: { lowest: 'der niedrigste', highest: 'der höchste', sort_order: 'die erste Quelle mit einem Preis' },
    figures: 'Ergebnis',
    differences: 'Abweichungen',
    refused: 'Abgelehnte Zeilen',
  },
);

export default function CheckUp() {
  const [address, setAddress] = useAddress();
  const [strategy, setStrategy] = useState('');
  const { act, error } = useAct();
  const begin = (name: 'lint' | 'replay', starting: () => Promise<string>): void =>
    act(starting, (uuid) => setAddress({ [name]: uuid, rule: undefined }));
  const lint = async (): Promise<string> =>
    ((await kontor.ask('POST', '/V1/pricing/lint/jobs', { body: {} })) as { readonly uuid: string }).uuid;
  return (
    <Page title={t.title}>
      <Refused error={error} />
      <Section title={t.lint}>
        <Stack gap="sm">
          <Text c="dimmed">{t.lintAbout}</Text>
          <Group>
            <Button onClick={() => begin('lint', lint)}>{t.start}</Button>
          </Group>
          {address['lint'] !== undefined && <Job uuid={address['lint']}>{(job) => <Findings job={job} />}</Job>}
        </Stack>
      </Section>
      <Section title={t.replay}>
        <Stack gap="sm">
          <Text c="dimmed">{t.replayAbout}</Text>
          <NativeSelect
            label={t.strategy}
            maw={320}
            value={strategy}
            onChange={(event) => setStrategy(event.currentTarget.value)}
            data={[
              { value: '', label: t.own },
              ...Object.entries(t.strategies).map(([value, label]) => ({ value, label })),
            ]}
          />
          <Drop
            label={t.drop}
            accept=".csv,text/csv"
            onFiles={([file]) => {
              const query = strategy === '' ? '' : `?strategy=${strategy}`;
              if (file) begin('replay', () => sendFile(`/V1/pricing/replay/jobs${query}`, file));
            }}
          />
          {address['replay'] !== undefined && <Job uuid={address['replay']}>{(job) => <Replayed job={job} />}</Job>}
        </Stack>
      </Section>
    </Page>
  );
}

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly resource: string;
  readonly id: string;
  readonly message: string;
}

const SHOWN = 100;

const Findings = ({ job }: { readonly job: JobState }) => {
  const path = fileOf(job, 'findings.csv') ?? '';
  const query = useQuery({
    queryKey: ['findings', path],
    staleTime: Infinity,
    queryFn: async (): Promise<readonly Finding[]> => {
      const [, ...rows] = parseCsv(await (await fetchBytes(path)).text());
      return rows.map(([rule = '', severity = '', resource = '', id = '', , message = '']) => ({
        rule,
        severity,
        resource,
        id,
        message,
      }));
    },
  });
  return <Loaded query={query}>{(findings) => <ByRule findings={findings} />}</Loaded>;
};

const ByRule = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const [address, setAddress] = useAddress();
  const { records } = useMe();
  const kinds = [...Map.groupBy(findings, ({ rule, severity }) => `${rule} ${severity}`)].map(([key, rows]) => ({
    key,
    rows,
    first: rows[0] as Finding,
  }));
  const order = ['error', 'warning', 'notice'];
  kinds.sort((one, other) => order.indexOf(one.first.severity) - order.indexOf(other.first.severity));
  const shown = kinds.find(({ key }) => key === address['rule'])?.rows;
  if (findings.length === 0) return <Alert color="green">{t.none}</Alert>;
  return (
    <>
      <DataTable
        label={t.lint}
        rows={kinds}
        keyOf={({ key }) => key}
        isChosen={({ key }) => key === address['rule']}
        columns={[
          { title: t.kind, isHeader: true, cell: ({ first }) => t.rules[first.rule] ?? first.rule },
          { title: t.severity, cell: ({ first }) => t.severities[first.severity] ?? first.severity },
          { title: t.count, isNumber: true, cell: ({ rows }) => formatDecimal(rows.length) },
          {
            title: '',
            cell: ({ key, first }) => (
              <Small label={t.show} of={t.rules[first.rule] ?? first.rule} onClick={() => setAddress({ rule: key })} />
            ),
          },
        ]}
      />
      {shown && (
        <Section
          title={t.rules[shown[0]?.rule ?? ''] ?? ''}
          actions={<Text size="sm">{t.shown(Math.min(SHOWN, shown.length), shown.length)}</Text>}
        >
          <DataTable
            label={t.message}
            rows={shown.slice(0, SHOWN)}
            keyOf={(_, index) => index}
            columns={[
              {
                title: t.record,
                isHeader: true,
                cell: ({ resource, id }) => {
                  const type = records.named(resource);
                  const label = `${type?.title.one ?? resource} ${id}`;
                  return type ? <To address={type.addressOf(id)}>{label}</To> : label;
                },
              },
              { title: t.message, cell: ({ message }) => <span lang="en">{message}</span> },
            ]}
          />
        </Section>
      )}
    </>
  );
};

const Replayed = ({ job }: { readonly job: JobState }) => {
  const figures = Object.entries(job.result as Readonly<Record<string, unknown>>).filter(
    ([, value]) => typeof value !== 'object',
  );
  return (
    <>
      <DataTable
        label={t.figures}
        rows={figures}
        keyOf={([name]) => name}
        columns={[
          { title: t.figures, isHeader: true, cell: ([name]) => <span lang="en">{name.replace(/_/g, ' ')}</span> },
          {
            title: '',
            isNumber: true,
            cell: ([, value]) => (typeof value === 'number' ? formatDecimal(value) : String(value)),
          },
        ]}
      />
      {(['differences', 'refused'] as const).map((name) => {
        const path = fileOf(job, `${name}.csv`);
        return path === undefined ? null : <CsvFile key={name} path={path} title={t[name]} />;
      })}
    </>
  );
};
