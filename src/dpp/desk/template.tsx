import { Button, Group, JsonInput, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
  faultsAt,
  fetchBytes,
  inLanguage,
  kontor,
  Loaded,
  Page,
  Refused,
  Section,
  useAct,
  useAsk,
  useDraft,
  useOpen,
  usePath,
} from '../../../desk/src/index.js';
import { said, sectionsOf, type Template } from './payload.js';

const t = inLanguage(
  {
    law: 'Legal basis',
    template: 'Template',
    field: 'Field',
    kind: 'Kind',
    required: 'Required',
    yes: 'yes',
    provision: 'Provision',
    copy: 'Copy this template',
    copyAbout:
      'The copy needs a different code or version. While you type, the server checks the schema, vocabulary, rules, sections and example together.',
    document: 'Template as JSON',
    code: 'Code',
    version: 'Version',
    save: 'Save the copy',
    discard: 'Discard',
    broken: 'This is not valid JSON.',
    checking: 'Checking …',
    fine: 'This template is valid.',
  },
  {
    law: 'Rechtsgrundlage',
    template: 'Vorlage',
    field: 'Feld',
    kind: 'Art',
    required: 'Pflicht',
    yes: 'ja',
    provision: 'Vorschrift',
    copy: 'Diese Vorlage kopieren',
    copyAbout:
      'Die Kopie braucht einen eigenen Code oder eine eigene Fassung. Während Sie schreiben, prüft der Server Schema, Vokabular, Regeln, Abschnitte und Beispiel zusammen.',
    document: 'Vorlage als JSON',
    code: 'Code',
    version: 'Fassung',
    save: 'Kopie speichern',
    discard: 'Verwerfen',
    broken: 'Das ist kein gültiges JSON.',
    checking: 'Wird geprüft …',
    fine: 'Diese Vorlage ist gültig.',
  },
);

const TEMPLATES = '/V1/dpp/manage/templates';

export default function TemplatePage() {
  const { id = '' } = usePath();
  const query = useAsk<Template>(`${TEMPLATES}/${id}`);
  return (
    <Loaded query={query} title={t.template}>
      {(template) => (
        <Page title={`${said(template.labels)} ${template.version}`} about={template.code}>
          <Section title={t.law}>
            {(template.legal_basis ?? []).map(({ act, article }) => (
              <Text key={`${act} ${article}`} lang="en">
                {act}, {article}
              </Text>
            ))}
          </Section>
          {sectionsOf(template).map(({ id: section, title, fields }) => (
            <Section key={section} title={title}>
              <DataTable
                label={title}
                rows={fields}
                keyOf={({ name }) => name}
                columns={[
                  {
                    title: t.field,
                    isHeader: true,
                    cell: ({ label, unit }) => (unit === null ? label : `${label} (${unit})`),
                  },
                  { title: t.kind, cell: ({ kind }) => kind },
                  { title: t.required, cell: ({ required }) => (required ? t.yes : '') },
                  { title: t.provision, cell: ({ cite }) => <span lang="en">{cite}</span> },
                ]}
              />
            </Section>
          ))}
          <Allowed to={['_Dpp::save']}>
            <Copy template={template} />
          </Allowed>
        </Page>
      )}
    </Loaded>
  );
}

interface Draft {
  readonly code: string;
  readonly version: string;
  readonly text: string;
}

const OF_THE_SERVER: ReadonlySet<string> = new Set(['id', 'code', 'version', 'created_at', 'updated_at']);

/** The template to send; undefined while its text is no JSON. */
const bodyOf = ({ code, version, text }: Draft): object | undefined => {
  try {
    return { template: { ...(JSON.parse(text) as object), code, version } };
  } catch {
    return undefined;
  }
};

const CHECK_AFTER_MS = 400;

const Copy = ({ template }: { readonly template: Template }) => {
  const [draft, setDraft] = useDraft<Draft>(`template/${template.id}`);
  const { act, error, isBusy } = useAct();
  const [typed] = useDebouncedValue(draft, CHECK_AFTER_MS);
  const [sent, setSent] = useState<Draft>();
  const body = draft && bodyOf(draft);
  const check = useQuery({
    queryKey: ['template check', typed],
    enabled: typed !== undefined && typed === draft && body !== undefined,
    queryFn: ({ signal }) => kontor.ask('POST', `${TEMPLATES}?dryRun=1`, { body, signal }),
  });
  const open = useOpen();
  const copy = async (): Promise<void> => {
    // As it is stored: to the client of Desk a decimal is a text, which a template must not contain.
    const stored = (await (await fetchBytes(`${TEMPLATES}/${template.id}`)).json()) as object;
    const kept = Object.entries(stored).filter(([name]) => !OF_THE_SERVER.has(name));
    setDraft({
      code: `${template.code}-copy`,
      version: template.version,
      text: JSON.stringify(Object.fromEntries(kept), null, 2),
    });
  };
  const save = async (): Promise<void> => {
    setSent(draft);
    const { id } = (await kontor.ask('POST', TEMPLATES, { body })) as Template;
    setDraft(undefined);
    open(`/templates/${id}`);
  };
  if (!draft)
    return (
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => act(copy)}>
          {t.copy}
        </Button>
        <Refused error={error} />
      </Group>
    );
  const refusal = check.error ?? (sent === draft ? error : undefined);
  const faults = faultsAt(refusal, (name) => name === 'code' || name === 'version');
  const field = (name: 'code' | 'version') => (
    <TextInput
      label={t[name]}
      value={draft[name]}
      error={faults.get(name)}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Section title={t.copy}>
      <Stack gap="sm">
        <Text c="dimmed">{t.copyAbout}</Text>
        <Group align="flex-start">
          {field('code')}
          {field('version')}
        </Group>
        <JsonInput
          label={t.document}
          autosize
          minRows={12}
          maxRows={30}
          value={draft.text}
          error={body ? undefined : t.broken}
          onChange={(text) => setDraft({ ...draft, text })}
        />
        {body && <Refused error={refusal} />}
        <Text size="sm" role="status">
          {body && !refusal && (check.isSuccess && typed === draft ? t.fine : t.checking)}
        </Text>
        <Group>
          <Button loading={isBusy} disabled={!body} onClick={() => act(save)}>
            {t.save}
          </Button>
          <Button variant="default" onClick={() => setDraft(undefined)}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
};
