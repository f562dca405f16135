import { Button, Group, JsonInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  Allowed,
  DataTable,
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
      'The copy needs a code or version of its own. Saving checks schema, vocabulary, rules, sections and example together.',
    document: 'Template as JSON',
    code: 'Code',
    version: 'Version',
    save: 'Check and save',
    discard: 'Discard',
    broken: 'This is not valid JSON.',
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
      'Die Kopie braucht einen eigenen Code oder eine eigene Fassung. Beim Speichern werden Schema, Vokabular, Regeln, Abschnitte und Beispiel zusammen geprüft.',
    document: 'Vorlage als JSON',
    code: 'Code',
    version: 'Fassung',
    save: 'Prüfen und speichern',
    discard: 'Verwerfen',
    broken: 'Das ist kein gültiges JSON.',
  },
);

export default function TemplatePage() {
  const { id = '' } = usePath();
  const query = useAsk<Template>(`/V1/dpp/manage/templates/${id}`);
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

const Copy = ({ template }: { readonly template: Template }) => {
  const [draft, setDraft] = useDraft<Draft>(`template/${template.id}`);
  const { act, error, isBusy } = useAct();
  const [isBroken, setIsBroken] = useState(false);
  const open = useOpen();
  const copy = (): void => {
    const kept = Object.entries(template).filter(([name]) => !OF_THE_SERVER.has(name));
    setDraft({
      code: `${template.code}-copy`,
      version: template.version,
      text: JSON.stringify(Object.fromEntries(kept), null, 2),
    });
  };
  const save = async ({ code, version, text }: Draft): Promise<void> => {
    let content: object;
    try {
      content = JSON.parse(text) as object;
    } catch {
      setIsBroken(true);
      return;
    }
    setIsBroken(false);
    const body = { template: { ...content, code, version } };
    const { id } = (await kontor.ask('POST', '/V1/dpp/manage/templates', { body })) as Template;
    setDraft(undefined);
    open(`/templates/${id}`);
  };
  if (!draft)
    return (
      <Group>
        <Button variant="default" onClick={copy}>
          {t.copy}
        </Button>
      </Group>
    );
  return (
    <Section title={t.copy}>
      <Stack gap="sm">
        <Text c="dimmed">{t.copyAbout}</Text>
        <Group>
          <TextInput
            label={t.code}
            value={draft.code}
            onChange={(event) => setDraft({ ...draft, code: event.currentTarget.value })}
          />
          <TextInput
            label={t.version}
            value={draft.version}
            onChange={(event) => setDraft({ ...draft, version: event.currentTarget.value })}
          />
        </Group>
        <JsonInput
          label={t.document}
          autosize
          minRows={12}
          maxRows={30}
          value={draft.text}
          error={isBroken ? t.broken : undefined}
          validationError={t.broken}
          onChange={(text) => setDraft({ ...draft, text })}
        />
        <Refused error={error} />
        <Group>
          <Button loading={isBusy} onClick={() => act(() => save(draft))}>
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
