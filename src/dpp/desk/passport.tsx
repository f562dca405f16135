import {
  Accordion,
  Alert,
  Anchor,
  Button,
  Fieldset,
  Group,
  Modal,
  NativeSelect,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  faultsAt,
  DayInput,
  FieldCell,
  FieldInput,
  type FieldSpec,
  fieldOf,
  formatInstant,
  inLanguage,
  isChangedMeanwhile,
  kontor,
  KINDS,
  Loaded,
  Page,
  Refused,
  Section,
  today,
  useAct,
  useAsk,
  useCallerName,
  useDraft,
  useMe,
  usePath,
  type Values,
} from '../../../desk/src/index.js';
import { AUDIENCES, isRead, sectionsOf, type Template, withNumbers, withoutEmpty } from './payload.js';
import { Labels } from './passports.js';
import { StartRun } from './runs.js';
import { itemOf, type Passport, Status } from './status.js';

const t = inLanguage(
  {
    passport: 'Passport',
    content: 'Content',
    missing: 'Completeness and readiness',
    audiences: 'Audiences',
    versions: 'Versions',
    code: 'Code and labels',
    identity: 'Identity',
    answered: (count: number, all: number) => `${count} of ${all} answered`,
    save: 'Save',
    discard: 'Discard changes',
    unsaved: 'Score and readiness show the saved state. You have unsaved changes.',
    score: (score: number, threshold: number) => `Score ${score} of 100; recommended minimum ${threshold}`,
    day: 'Placed on the market on',
    ready: 'The passport contains all data that the law requires on this day.',
    notReady: (count: number) =>
      count === 1
        ? '1 data point is missing or wrong on this day.'
        : `${count} data points are missing or wrong on this day.`,
    valid: 'This version can be published.',
    point: 'Data point',
    weight: 'Weight',
    what: 'Problem',
    law: 'Law',
    page: 'Public page',
    publish: 'Publish',
    activate: 'Submit for review',
    rework: 'Back to draft',
    revise: 'Revise',
    archive: 'Archive',
    reason: 'Reason for archiving',
    reasons: {
      withdrawn: 'withdrawn from sale',
      superseded: 'replaced by another passport',
      end_of_life: 'end of life',
      recalled: 'recalled',
    } as Readonly<Record<string, string>>,
    readOnly: 'This version is not a draft. Revise the passport to change it.',
    audience: 'Audience',
    names: { public: 'Everyone', legitimate_interest: 'Legitimate interest', authority: 'Authorities' } as Readonly<
      Record<string, string>
    >,
    byLaw: 'Audiences according to the law. This server may define other audiences.',
    value: 'Value',
    version: 'Version',
    action: 'Action',
    actions: {
      created: 'created',
      changed: 'changed',
      activated: 'submitted for review',
      reworked: 'back to draft',
      revised: 'revised',
      transferred: 'transferred',
      published: 'published',
      archived: 'archived',
      removed: 'removed',
      noticed: 'notice added',
      notice_removed: 'notice removed',
      measured: 'measurements received',
    } as Readonly<Record<string, string>>,
    at: 'Time',
    by: 'By',
    compare: 'Differences between versions',
    from: 'From version',
    to: 'To version',
    change: 'Change',
    before: 'Before',
    after: 'After',
    qr: 'QR code',
    saveQr: 'Save as SVG',
    notPublished: 'The code is available once the passport is published.',
  },
  {
    passport: 'Produktpass',
    content: 'Inhalt',
    missing: 'Vollständigkeit und Bereitschaft',
    audiences: 'Leserkreise',
    versions: 'Fassungen',
    code: 'Code und Etiketten',
    identity: 'Identität',
    answered: (count: number, all: number) => `${count} von ${all} beantwortet`,
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    unsaved: 'Punkte und Bereitschaft zeigen den gespeicherten Stand. Sie haben ungespeicherte Änderungen.',
    score: (score: number, threshold: number) => `${score} von 100 Punkten; empfohlenes Minimum: ${threshold}`,
    day: 'In Verkehr gebracht am',
    ready: 'Alle Angaben, die das Recht an diesem Tag verlangt, liegen vor.',
    notReady: (count: number) =>
      count === 1
        ? '1 Angabe fehlt an diesem Tag oder ist falsch.'
        : `${count} Angaben fehlen an diesem Tag oder sind falsch.`,
    valid: 'Diese Fassung kann veröffentlicht werden.',
    point: 'Angabe',
    weight: 'Gewicht',
    what: 'Problem',
    law: 'Recht',
    page: 'Öffentliche Seite',
    publish: 'Veröffentlichen',
    activate: 'Zur Prüfung einreichen',
    rework: 'Zurück zum Entwurf',
    revise: 'Überarbeiten',
    archive: 'Archivieren',
    reason: 'Grund der Archivierung',
    reasons: {
      withdrawn: 'aus dem Verkauf genommen',
      superseded: 'durch einen anderen Produktpass ersetzt',
      end_of_life: 'am Ende der Lebensdauer',
      recalled: 'zurückgerufen',
    } as Readonly<Record<string, string>>,
    readOnly: 'Diese Fassung ist kein Entwurf. Überarbeiten Sie den Produktpass, um ihn zu ändern.',
    audience: 'Kreis',
    names: { public: 'Alle', legitimate_interest: 'Berechtigtes Interesse', authority: 'Behörden' } as Readonly<
      Record<string, string>
    >,
    byLaw: 'Leserkreise nach dem Gesetz. Dieser Server kann andere Leserkreise festlegen.',
    value: 'Wert',
    version: 'Fassung',
    action: 'Vorgang',
    actions: {
      created: 'angelegt',
      changed: 'geändert',
      activated: 'zur Prüfung eingereicht',
      reworked: 'zurück zum Entwurf',
      revised: 'überarbeitet',
      transferred: 'übertragen',
      published: 'veröffentlicht',
      archived: 'archiviert',
      removed: 'entfernt',
      noticed: 'Hinweis ergänzt',
      notice_removed: 'Hinweis entfernt',
      measured: 'Messwerte empfangen',
    } as Readonly<Record<string, string>>,
    at: 'Zeit',
    by: 'Von',
    compare: 'Unterschiede zwischen Fassungen',
    from: 'Von Fassung',
    to: 'Zu Fassung',
    change: 'Änderung',
    before: 'Vorher',
    after: 'Nachher',
    qr: 'QR-Code',
    saveQr: 'Als SVG speichern',
    notPublished: 'Der Code ist verfügbar, sobald der Produktpass veröffentlicht ist.',
  },
);

const L = inLanguage(
  {
    product_name: 'Product name',
    granularity: 'Granularity',
    batch: 'Batch',
    serial: 'Serial number',
    mpn: 'Manufacturer part number',
    country: 'Country of origin',
    hs_code: 'HS code',
    placed: 'Placed on the market on',
    manufacturer: 'Manufacturer',
    operator: 'Operator ID',
    scheme: 'ID scheme',
    address: 'Address',
    web: 'Web address',
    documents: 'Documents',
    document_id: 'ID of a customer document, instead of a web address',
    point:
      'Readers: 1 everyone, 2 persons with a legitimate interest, 3 authorities, 4 persons with a legitimate interest in the item',
    kind: 'Kind',
    title: 'Title',
    lang: 'Language',
    image: 'Picture',
  },
  {
    product_name: 'Produktname',
    granularity: 'Gilt für',
    batch: 'Charge',
    serial: 'Seriennummer',
    mpn: 'Teilenummer des Herstellers',
    country: 'Ursprungsland',
    hs_code: 'HS-Code',
    placed: 'In Verkehr gebracht am',
    manufacturer: 'Hersteller',
    operator: 'Betreiberkennung',
    scheme: 'Schema der Kennung',
    address: 'Anschrift',
    web: 'Webadresse',
    documents: 'Dokumente',
    document_id: 'ID eines Kundendokuments, statt einer Webadresse',
    point: 'Leser: 1 alle, 2 berechtigtes Interesse, 3 Behörden, 4 zum Einzelstück Berechtigte',
    kind: 'Art',
    title: 'Titel',
    lang: 'Sprache',
    image: 'Bild',
  },
);

const named = (
  name: string,
  label: string,
  kind: FieldSpec['kind'] = 'text',
  more: Partial<FieldSpec> = {},
): FieldSpec => fieldOf(name, kind, { label, ...more });

/** The fields that every passport has, whatever its template. */
const envelope = (template: Template): readonly FieldSpec[] => [
  named('product_name', L.product_name, 'texts'),
  named('granularity', L.granularity, 'choice', { choices: template.granularity_allowed, required: true }),
  named('gtin', 'GTIN'),
  named('batch', L.batch),
  named('serial', L.serial),
  named('mpn', L.mpn),
  named('country_of_origin', L.country),
  named('hs_code', L.hs_code),
  named('placed_on_market_on', L.placed, 'day'),
  named('image_url', L.image),
  named('manufacturer', L.manufacturer, 'object', {
    fields: [
      named('name', 'Name'),
      named('operator_id', L.operator),
      named('id_scheme', L.scheme),
      named('address', L.address),
      named('country', L.country),
      named('url', L.web),
      named('email', 'E-Mail'),
    ],
  }),
  named('documents', L.documents, 'objects', {
    fields: [
      named('kind', L.kind),
      named('title', L.title),
      named('url', L.web),
      named('document_id', L.document_id, 'integer', { min: 1 }),
      named('language', L.lang),
      named('point', L.point, 'integer', { min: 1, max: 4, default: 1, nullable: false }),
    ],
  }),
];

/** Names a path of a passport by the label of its field: `product_name.de` as "Product name: de". */
const labelsOf = (template: Template): ((path: string) => string) => {
  const fields = [...envelope(template), ...sectionsOf(template).flatMap((section) => section.fields)];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (path) => {
    const [name = '', ...rest] = path.replace('dpp_payload.', '').split('.');
    return [labels.get(name) ?? name, ...rest].join(': ');
  };
};

const MANAGE = '/V1/dpp/manage';

type ReadPassport = Passport & { readonly etag: string };

/** A passport as it is stored, with the ETag of that state. */
const readPassport = async (id: string): Promise<ReadPassport> => {
  const { body, headers } = await kontor.answer('GET', `${MANAGE}/passports/${id}`);
  return { ...(body as Passport), etag: headers.get('ETag') ?? '*' };
};

export default function PassportPage() {
  const { id = '' } = usePath();
  const passport = useQuery({ queryKey: ['passport', id], queryFn: () => readPassport(id) });
  const code = passport.data && `${passport.data.template_code} ${passport.data.template_version}`;
  const templates = useAsk<{ readonly items: readonly Template[] }>(
    passport.data &&
      `${MANAGE}/templates/search?searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][value]=${passport.data.template_code}`,
  );
  return (
    <Loaded query={passport} title={t.passport}>
      {(found) => (
        <Loaded query={templates} title={t.passport}>
          {({ items }) => {
            const template = items.find((one) => `${one.code} ${one.version}` === code);
            return template && <Editor key={id} passport={found} template={template} />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Part {
  readonly passport: ReadPassport;
  readonly template: Template;
}

const Editor = ({ passport, template }: Part) => {
  const { act, error } = useAct();
  const [warning, setWarning] = useState<string>();
  const [tab, setTab] = useState<string | null>('content');
  const tabs = [
    ['content', <Content key="content" passport={passport} template={template} />],
    ['missing', <Missing key="missing" passport={passport} template={template} />],
    ['audiences', <Audiences key="audiences" passport={passport} template={template} />],
    ['versions', <Versions key="versions" passport={passport} template={template} />],
    ['code', <Code key="code" passport={passport} />],
  ] as const;
  return (
    <Page
      title={`${t.passport} ${passport.sku}`}
      about={
        <>
          <Status status={passport.status} /> {template.code} {template.version} {itemOf(passport)}
        </>
      }
      actions={
        <Actions
          passport={passport}
          act={(name, body) =>
            act(
              () => kontor.ask('POST', `${MANAGE}/passports/${passport.passport_id}/${name}`, body ? { body } : {}),
              (answer) => setWarning((answer as { readonly warning?: string }).warning),
            )
          }
        />
      }
    >
      <Refused error={error} />
      {warning !== undefined && (
        <Alert color="orange" role="alert" my="sm" lang="en">
          {warning}
        </Alert>
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {tabs.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {t[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([name, panel]) => (
          <Tabs.Panel key={name} value={name} pt="md">
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
};

/** What each status allows. */
const STEPS: Readonly<
  Record<string, readonly (readonly ['publish' | 'activate' | 'rework' | 'revise', string, string])[]>
> = {
  draft: [
    ['activate', 'activate', '_Dpp::save'],
    ['publish', 'publish', '_Dpp::publish'],
  ],
  active: [
    ['rework', 'rework', '_Dpp::save'],
    ['publish', 'publish', '_Dpp::publish'],
  ],
  published: [['revise', 'revisions', '_Dpp::save']],
  archived: [['revise', 'revisions', '_Dpp::save']],
};

const Actions = ({
  passport,
  act,
}: {
  readonly passport: Passport;
  readonly act: (name: string, body?: object) => void;
}) => {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('withdrawn');
  return (
    <>
      {passport.status === 'published' && (
        <Anchor href={`/dpp/${passport.uuid}`} target="_blank" rel="noopener">
          {t.page}
        </Anchor>
      )}
      {(STEPS[passport.status] ?? []).map(([label, name, right]) => (
        <Allowed key={name} to={[right]}>
          <Button variant={name === 'publish' ? 'filled' : 'default'} onClick={() => act(name)}>
            {t[label]}
          </Button>
        </Allowed>
      ))}
      {passport.status === 'published' && (
        <Allowed to={['_Dpp::publish']}>
          <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
            {t.archive}
          </Button>
        </Allowed>
      )}
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={t.archive}>
        <Stack>
          <NativeSelect
            label={t.reason}
            data-autofocus
            value={reason}
            data={Object.entries(t.reasons).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            color="red"
            onClick={() => {
              setIsAsking(false);
              act('archive', { reason });
            }}
          >
            {t.archive}
          </Button>
        </Stack>
      </Modal>
    </>
  );
};

/** What is entered, and the state of the passport that it started from. */
interface Draft {
  readonly values: Values;
  readonly etag: string;
}

const Content = ({ passport, template }: Part) => {
  const { records, can } = useMe();
  const [entered, setEntered] = useDraft<Draft>(`passport/${passport.passport_id}`);
  const draft = entered?.values;
  const setDraft = (values: Values | undefined, etag = entered?.etag ?? passport.etag): void =>
    setEntered(values && { values, etag });
  const { act, error, isBusy } = useAct();
  const sections = sectionsOf(template);
  const payload = JSON.parse(passport.dpp_payload) as Values;
  const common = envelope(template);
  const parts = [{ title: t.identity, fields: common }, ...sections];
  const [opened, setOpened] = useState<readonly string[]>([t.identity]);
  const values: Values = {
    ...payload,
    ...Object.fromEntries(common.map(({ name }) => [name, passport[name]])),
    ...draft,
  };
  const payloadFields = sections.flatMap(({ fields }) => fields);
  const names = new Set([...common, ...payloadFields].map(({ name }) => name));
  const faults = faultsAt(error, (name) => names.has(name));
  const isEditable = ['draft', 'active'].includes(passport.status) && can('_Dpp::save');
  const save = async (): Promise<void> => {
    const changed = (fields: readonly FieldSpec[]) =>
      Object.entries(draft ?? {}).filter(([name]) => fields.some((one) => one.name === name));
    const edited = changed(payloadFields);
    const next = withNumbers(payloadFields, { ...payload, ...Object.fromEntries(edited) });
    const body = {
      passport: {
        ...Object.fromEntries(changed(common)),
        ...(edited.length > 0 ? { dpp_payload: JSON.stringify(withoutEmpty(next) ?? {}) } : {}),
      },
    };
    try {
      const headers = { 'If-Match': entered?.etag ?? passport.etag };
      await kontor.ask('PUT', `${MANAGE}/passports/${passport.passport_id}?replace=1`, { body, headers });
      setDraft(undefined);
    } catch (error) {
      if (isChangedMeanwhile(error)) setDraft(draft, (await readPassport(String(passport.passport_id))).etag);
      throw error;
    }
  };
  const section = (title: string, fields: readonly FieldSpec[]) => {
    const input = (field: FieldSpec) => (
      <FieldInput
        key={field.name}
        field={field}
        type={undefined}
        records={records}
        value={values[field.name]}
        error={faults.get(field.name)}
        onChange={(value) => setDraft({ ...draft, [field.name]: value })}
      />
    );
    const answered = fields.filter(({ name }) => withoutEmpty(values[name]) !== undefined).length;
    return (
      <Accordion.Item key={title} value={title}>
        <Accordion.Control>
          {title}{' '}
          <Text span c="dimmed" size="sm">
            {t.answered(answered, fields.length)}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Fieldset variant="unstyled" aria-label={title} disabled={!isEditable}>
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {fields.filter(({ kind }) => !KINDS[kind].isWide).map(input)}
              </SimpleGrid>
              {fields.filter(({ kind }) => KINDS[kind].isWide).map(input)}
            </Stack>
          </Fieldset>
        </Accordion.Panel>
      </Accordion.Item>
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(save);
      }}
    >
      <Stack maw={900}>
        <Standing passport={passport} template={template} />
        {!isEditable && <Alert color="gray">{t.readOnly}</Alert>}
        {error && faults.size === 0 && <Refused error={error} />}
        <Accordion
          multiple
          keepMounted={false}
          variant="separated"
          order={2}
          value={[
            ...opened,
            ...parts.filter(({ fields }) => fields.some(({ name }) => faults.has(name))).map(({ title }) => title),
          ]}
          onChange={setOpened}
        >
          {parts.map(({ title, fields }) => section(title, fields))}
        </Accordion>
        {isEditable && (
          <Group>
            <Button type="submit" loading={isBusy} disabled={!draft}>
              {t.save}
            </Button>
            {draft && (
              <>
                <Button variant="default" onClick={() => setDraft(undefined)}>
                  {t.discard}
                </Button>
                <Text size="sm" role="status">
                  {t.unsaved}
                </Text>
              </>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
};

interface Point {
  readonly path: string;
  readonly weight?: number;
  readonly state: string;
  readonly message: string;
  readonly cite: string | null;
}

const useStanding = ({ passport: { passport_id: id, version } }: { readonly passport: Passport }, day: string) => ({
  score: useAsk<{ readonly score: number; readonly threshold: number; readonly items: readonly Point[] }>(
    `${MANAGE}/passports/${id}/score?version=${version}`,
  ),
  readiness: useAsk<{ readonly ready: number; readonly items: readonly Point[] }>(
    `${MANAGE}/passports/${id}/readiness?version=${version}&on=${day}`,
  ),
  validity: useAsk<{
    readonly valid: number;
    readonly faults: readonly { readonly path: string; readonly message: string }[];
  }>(`${MANAGE}/passports/${id}/validate?version=${version}`),
});

const dayOf = ({ passport }: { readonly passport: Passport }): string =>
  (passport['placed_on_market_on'] as string | null) ?? today();

/** Score and readiness in a line each, over the form: they follow each save. */
const Standing = (part: Part) => {
  const { score, readiness } = useStanding(part, dayOf(part));
  if (!score.data || !readiness.data) return null;
  return (
    <div role="status">
      <Text size="sm">{t.score(score.data.score, score.data.threshold)}</Text>
      <Progress value={score.data.score} aria-label={t.score(score.data.score, score.data.threshold)} mb={4} />
      <Text size="sm">{readiness.data.ready === 1 ? t.ready : t.notReady(readiness.data.items.length)}</Text>
    </div>
  );
};

const Missing = (part: Part) => {
  const [day, setDay] = useState(dayOf(part));
  const { score, readiness, validity } = useStanding(part, day);
  const labelOf = labelsOf(part.template);
  /** Faults that the law's table above does not list already. */
  const others = (faults: readonly Pick<Point, 'path' | 'message'>[]): readonly Point[] => {
    const listed = new Set(readiness.data?.items.map(({ message }) => message));
    return faults.flatMap((fault) => (listed.has(fault.message) ? [] : [{ ...fault, state: 'wrong', cite: null }]));
  };
  const table = (label: string, rows: readonly Point[], isWeighted: boolean) => (
    <DataTable
      label={label}
      rows={rows}
      keyOf={(point, index) => `${point.path} ${index}`}
      columns={[
        { title: t.point, isHeader: true, cell: ({ path }) => labelOf(path) },
        ...(isWeighted ? [{ title: t.weight, isNumber: true, cell: ({ weight }: Point) => weight }] : []),
        { title: t.what, cell: ({ message }: Point) => <span lang="en">{message}</span> },
        { title: t.law, cell: ({ cite }: Point) => <span lang="en">{cite}</span> },
      ]}
    />
  );
  return (
    <Stack>
      <Loaded query={score}>
        {({ score: reached, threshold, items }) => (
          <Section title={t.score(reached, threshold)}>
            {table(
              t.missing,
              items.filter(({ state }) => state !== 'ok' && state !== 'not_applicable'),
              true,
            )}
          </Section>
        )}
      </Loaded>
      <DayInput label={t.day} value={day} onChange={(chosen) => setDay(chosen ?? today())} clearable={false} />
      <Loaded query={readiness}>
        {({ ready, items }) => (
          <Section title={ready === 1 ? t.ready : t.notReady(items.length)}>
            {items.length > 0 && table(t.law, items, false)}
          </Section>
        )}
      </Loaded>
      <Loaded query={validity}>
        {({ valid, faults }) =>
          valid === 1 ? (
            <Alert color="green">{t.valid}</Alert>
          ) : (
            others(faults).length > 0 && table(t.what, others(faults), false)
          )
        }
      </Loaded>
    </Stack>
  );
};

const Audiences = ({ passport, template }: Part) => {
  const { records } = useMe();
  const [audience, setAudience] = useState('public');
  const payload = JSON.parse(passport.dpp_payload) as Values;
  const fields = sectionsOf(template)
    .flatMap((section) => section.fields)
    .filter(({ name }) => payload[name] !== undefined && isRead(template, name, audience));
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.audience}
        value={audience}
        onChange={setAudience}
        data={Object.keys(AUDIENCES).map((name) => ({ value: name, label: t.names[name] ?? name }))}
      />
      <Text c="dimmed" size="sm">
        {t.byLaw}
      </Text>
      <DataTable
        label={t.audiences}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { title: t.point, isHeader: true, cell: ({ label, name }) => label ?? name },
          {
            title: t.value,
            cell: (field) => <FieldCell field={field} type={undefined} records={records} value={payload[field.name]} />,
          },
        ]}
      />
    </Stack>
  );
};

interface Step {
  readonly version: number;
  readonly action: string;
  readonly reason: string | null;
  readonly actor: string;
  readonly actor_id: number | null;
  readonly at: string;
}

const shortened = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

const Versions = ({ passport: { passport_id: id, version }, template }: Part) => {
  const labelOf = labelsOf(template);
  const history = useAsk<readonly Step[]>(`${MANAGE}/passports/${id}/history`);
  const [from, setFrom] = useState(Math.max(1, version - 1));
  const [to, setTo] = useState(version);
  const diff = useAsk<{
    readonly differences: readonly { path: string; change: string; from: unknown; to: unknown }[];
  }>(from === to ? undefined : `${MANAGE}/passports/${id}/diff?from=${from}&to=${to}`);
  const callerName = useCallerName();
  const versions = Array.from({ length: version }, (_, index) => String(index + 1));
  const select = (label: string, value: number, set: (value: number) => void) => (
    <NativeSelect
      label={label}
      value={String(value)}
      data={versions}
      onChange={(event) => set(Number(event.currentTarget.value))}
    />
  );
  return (
    <Stack>
      <Loaded query={history}>
        {(steps) => (
          <DataTable
            label={t.versions}
            rows={steps}
            keyOf={(_, index) => index}
            columns={[
              { title: t.version, isNumber: true, cell: (step) => step.version },
              {
                title: t.action,
                isHeader: true,
                cell: ({ action, reason }) =>
                  `${t.actions[action] ?? action}${reason === null ? '' : `: ${t.reasons[reason] ?? reason}`}`,
              },
              { title: t.by, cell: ({ actor, actor_id: by }) => callerName(by === null ? actor : `${actor}:${by}`) },
              { title: t.at, cell: ({ at }) => formatInstant(at) },
            ]}
          />
        )}
      </Loaded>
      {version > 1 && (
        <Section title={t.compare}>
          <Group>
            {select(t.from, from, setFrom)}
            {select(t.to, to, setTo)}
          </Group>
          {from !== to && (
            <Loaded query={diff}>
              {({ differences }) => (
                <DataTable
                  label={t.compare}
                  rows={differences}
                  keyOf={({ path }) => path}
                  columns={[
                    { title: t.point, isHeader: true, cell: ({ path }) => labelOf(path) },
                    { title: t.before, cell: (row) => shortened(row.from) },
                    { title: t.after, cell: (row) => shortened(row.to) },
                  ]}
                />
              )}
            </Loaded>
          )}
        </Section>
      )}
    </Stack>
  );
};

const Code = ({ passport }: { readonly passport: Passport }) => (
  <Stack align="flex-start">
    {passport['published_at'] === null ? (
      <Text>{t.notPublished}</Text>
    ) : (
      <>
        {/* On white in dark colours too: readers need the contrast. */}
        <img src={`/dpp/${passport.uuid}/qr.svg`} alt={t.qr} width={200} height={200} style={{ background: '#fff' }} />
        <Anchor href={`/dpp/${passport.uuid}/qr.svg`} download={`${passport.sku}.svg`}>
          {t.saveQr}
        </Anchor>
        <Labels ids={[passport.passport_id]} />
      </>
    )}
    {passport.status !== 'archived' && <StartRun passport={passport} />}
  </Stack>
);
