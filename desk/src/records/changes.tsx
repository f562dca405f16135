import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Row, search } from '../api.js';
import { formatInstant, inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { type Column, DataTable } from '../parts/data-table.js';
import { FieldCell } from './kinds.js';
import { useReferenceNames } from './names.js';
import { type FieldSpec, labelOf, type RecordType } from './spec.js';

const t = inLanguage(
  {
    field: 'Field',
    before: 'Before',
    after: 'After',
    changes: 'Changed fields',
    actions: { created: 'created', updated: 'changed', deleted: 'deleted' } as Readonly<Record<string, string>>,
    callers: {
      admin: 'Administrator',
      integration: 'Integration',
      customer: 'Customer',
      command: 'Command line',
      system: 'Kontor',
      nobody: 'Not signed in',
    } as Readonly<Record<string, string>>,
    interfaces: {
      rest: 'REST',
      soap: 'SOAP',
      desk: 'Desk',
      job: 'job',
      command: 'command line',
      system: 'system',
    } as Readonly<Record<string, string>>,
  },
  {
    field: 'Feld',
    before: 'Vorher',
    after: 'Nachher',
    changes: 'Geänderte Felder',
    actions: {
      created: 'angelegt',
      updated: 'geändert',
      deleted: 'gelöscht',
      password_changed: 'neues Passwort',
      tokens_ended: 'Tokens beendet',
      token_made: 'Token ausgestellt',
      token_revoked: 'Token widerrufen',
      oauth_made: 'OAuth-Zugangsdaten ausgestellt',
      oauth_ended: 'OAuth-Zugangsdaten beendet',
      file_stored: 'Datei gespeichert',
      measured: 'Messwerte empfangen',
      notice_published: 'Hinweis veröffentlicht',
      notice_taken_back: 'Hinweis zurückgenommen',
      secret_made: 'Geheimnis erzeugt',
      secrets_ended: 'Geheimnisse beendet',
      secret_sealed_anew: 'Geheimnis neu verschlüsselt',
      handshake_begun: 'Aktivierung begonnen',
      unlocked: 'entsperrt',
      tested: 'Testereignis gesendet',
      sent_again: 'erneut gesendet',
      revised: 'überarbeitet',
      activated: 'zur Prüfung eingereicht',
      reworked: 'zurück zum Entwurf',
      published: 'veröffentlicht',
      archived: 'archiviert',
      retried: 'wiederholt',
      cancelled: 'abgebrochen',
      done: 'erledigt',
    } as Readonly<Record<string, string>>,
    callers: {
      admin: 'Administrator',
      integration: 'Integration',
      customer: 'Kunde',
      command: 'Kommandozeile',
      system: 'Kontor',
      nobody: 'Nicht angemeldet',
    } as Readonly<Record<string, string>>,
    interfaces: {
      rest: 'REST',
      soap: 'SOAP',
      desk: 'Desk',
      job: 'Auftrag',
      command: 'Kommandozeile',
      system: 'System',
    } as Readonly<Record<string, string>>,
  },
);

export interface AuditRecord {
  readonly id: number | string;
  readonly key: string | null;
  readonly cause: string | null;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** Changes of one transaction to records of one type, as the audit trail returns them. */
export interface AuditItem {
  readonly id: number;
  readonly at: string;
  readonly caller: string;
  readonly interface: string;
  readonly operation: string;
  readonly address: string | null;
  readonly user: string | null;
  readonly resource: string;
  readonly action: string;
  readonly records: readonly AuditRecord[];
}

/** Names of administrators and integrations, by the audit trail's caller id; empty without the right to manage access. */
export const useCallers = (): readonly (readonly [caller: string, name: string])[] => {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['callers'],
    enabled: me.can('_Access::manage'),
    staleTime: 60_000,
    queryFn: async () => {
      const named = async (kind: string, path: 'admins' | 'integrations', field: string) => {
        const { items } = await search(`/V1/access/${path}/search`, { pageSize: 300 });
        return items.map((item) => [`${kind}:${item.id}`, String(item[field])] as const);
      };
      return (
        await Promise.all([named('admin', 'admins', 'username'), named('integration', 'integrations', 'name')])
      ).flat();
    },
  });
  return data ?? [[`admin:${me.id}`, me.name]];
};

export const useCallerName = (): ((caller: string) => string) => {
  const names = new Map<string, string>(useCallers());
  return (caller) => {
    const [kind = '', id] = caller.split(':');
    return names.get(caller) ?? [t.callers[kind] ?? kind, id].filter(Boolean).join(' ');
  };
};

/** Time, caller and origin of a change. */
export const Who = ({ item }: { readonly item: AuditItem }) => {
  const nameOf = useCallerName();
  const { at, caller, action, interface: way } = item;
  return (
    <Group gap="xs">
      <Text fw={600}>{nameOf(caller)}</Text>
      <Text>{t.actions[action] ?? action.replace(/_/g, ' ')}</Text>
      <Text c="dimmed" size="sm" title={at}>
        {formatInstant(at)} · {t.interfaces[way] ?? way}
      </Text>
    </Group>
  );
};

/** Describes a field that is missing from the declaration. */
const unknownField = (name: string): FieldSpec =>
  ({ name, kind: 'json', reference: null, default: null, description: '', unit: null }) as unknown as FieldSpec;

interface ChangesProps {
  readonly type: RecordType | undefined;
  readonly action: string;
  readonly changes: AuditRecord['changes'];
}

/** Old and new values next to each other. */
export const Changes = ({ type, action, changes }: ChangesProps) => {
  const { records } = useMe();
  const names = Object.keys(changes).filter((name) => !['created_at', 'updated_at'].includes(name));
  const fields = names.map((name) => type?.field(name) ?? unknownField(name));
  const sides = (side: 0 | 1) => Object.fromEntries(names.map((name) => [name, changes[name]?.[side] ?? null]));
  const rows = [
    { id: 0, ...sides(0) },
    { id: 1, ...sides(1) },
  ];
  const nameOf = useReferenceNames(type, fields, rows);
  if (names.length === 0) return null;
  const side = (index: 0 | 1): Column<FieldSpec> => ({
    title: index === 0 ? t.before : t.after,
    cell: (field) => {
      const row = rows[index] as Row;
      return (
        <FieldCell
          field={field}
          type={type}
          records={records}
          value={row[field.name]}
          nameOf={(one, id) => nameOf(one, id, row)}
        />
      );
    },
  });
  return (
    <DataTable
      label={t.changes}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { title: t.field, isHeader: true, cell: ({ name }) => labelOf(name) },
        ...(action === 'created' ? [] : [side(0)]),
        ...(action === 'deleted' ? [] : [side(1)]),
      ]}
    />
  );
};
