import { useQuery } from '@tanstack/react-query';
import { Timeline, Text } from '@mantine/core';
import { kontor, type Page as FoundPage } from '../api.js';
import { inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { usePath } from '../parts/address.js';
import { Loaded, Page } from '../parts/page.js';
import { To } from '../parts/to.js';
import { useNames } from './names.js';
import { type AuditItem, Changes, Who } from './changes.js';

const t = inLanguage(
  {
    title: (name: string) => `History of ${name}`,
    back: 'Back to the record',
    nothing: 'The audit trail has no entry for this record. The record may be older than the audit trail.',
    unknown: 'This type of record does not exist, or you do not have the right to see it.',
  },
  {
    title: (name: string) => `Verlauf von ${name}`,
    back: 'Zurück zum Datensatz',
    nothing:
      'Das Protokoll enthält keinen Eintrag zu diesem Datensatz. Möglicherweise ist der Datensatz älter als das Protokoll.',
    unknown: 'Diese Art von Datensatz gibt es nicht, oder Sie haben nicht das Recht, sie zu sehen.',
  },
);

/** The changes to a record, newest first, with old and new values. */
export default function History() {
  const { resource = '', id = '' } = usePath();
  const type = useMe().records.named(resource);
  const query = useQuery({
    queryKey: ['history', resource, id],
    queryFn: async () => (await kontor.ask('GET', `/V1/audit/${resource}/${id}`)) as FoundPage<AuditItem>,
  });
  const name = useNames([{ type, id }])({ type, id });
  if (!type) return <Page title={t.unknown}>{null}</Page>;
  return (
    <Page
      title={t.title(`${type.title.one} ${name === '' ? id : name}`)}
      actions={<To address={type.addressOf(id)}>{t.back}</To>}
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t.nothing}</Text>
          ) : (
            <Timeline bulletSize={12} lineWidth={2} active={-1}>
              {items.map((item) => (
                <Timeline.Item key={`${item.id}`} title={<Who item={item} />}>
                  {item.records.map((record) => (
                    <Changes key={record.id} type={type} action={item.action} changes={record.changes} />
                  ))}
                </Timeline.Item>
              ))}
            </Timeline>
          )
        }
      </Loaded>
    </Page>
  );
}
