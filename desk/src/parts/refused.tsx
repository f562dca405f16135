import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isChangedMeanwhile, KontorError, search } from '../api.js';
import { inLanguage, language } from '../language.js';
import { useMeIfKnown } from '../me.js';

const t = inLanguage(
  {
    retry: 'Try again',
    offline: 'The server did not respond. Check the connection and try again. Your entries are still here.',
    right: (name: string) =>
      `You do not have the right ${name}. Ask an administrator who can change roles to grant it.`,
    granters: (names: string) => `These administrators can grant the right: ${names}.`,
    unknown: 'This record does not exist or has been deleted.',
    changed:
      'Someone else changed this record while you were editing it. The form now shows the stored values together with your entries. Save again to keep your entries.',
  },
  {
    retry: 'Erneut versuchen',
    offline:
      'Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es erneut. Ihre Eingaben sind noch da.',
    right: (name: string) => `Ihnen fehlt das Recht ${name}. Fragen Sie eine Person, die Rollen ändern darf.`,
    granters: (names: string) => `Diese Personen können es vergeben: ${names}.`,
    unknown: 'Dieser Datensatz existiert nicht oder wurde gelöscht.',
    changed:
      'Jemand anderes hat diesen Datensatz geändert, während Sie ihn bearbeitet haben. Sie sehen jetzt den gespeicherten Stand mit Ihren Eingaben. Speichern Sie erneut, um Ihre Eingaben zu behalten.',
  },
);

/** German translations of frequent server errors. Others stay in English and are marked as such. */
const GERMAN: Readonly<Record<string, (value: (name: string) => string) => string>> = {
  '"%fieldName" is required. Enter and try again.': () => 'Bitte füllen Sie dieses Feld aus.',
  'Invalid value of "%value" provided for the %fieldName field.': (value) =>
    `Der Wert „${value('value')}“ ist hier nicht erlaubt.`,
  'No such entity with %fieldName = %fieldValue': (value) =>
    `Es gibt keinen Datensatz mit ${value('fieldName')} = ${value('fieldValue')}.`,
  'One or more input exceptions have occurred.': () => 'Einige Angaben sind ungültig.',
};

export interface SaidFault {
  readonly text: string;
  readonly lang: 'de' | 'en';
}

interface AnyFault {
  readonly message: string;
  readonly template: string;
  readonly parameters: unknown;
}

/** A server error in the language of the page if there is a translation. */
export const saidOf = ({ message, template, parameters }: AnyFault): SaidFault => {
  const german = language === 'de' ? GERMAN[template] : undefined;
  const values = (parameters ?? {}) as Readonly<Record<string, unknown>>;
  return german ? { text: german((name) => String(values[name] ?? '')), lang: 'de' } : { text: message, lang: 'en' };
};

/** Errors by the field that they name, in a parameter or in the text. */
export const faultsAt = (
  error: Error | null | undefined,
  isField: (name: string) => boolean,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const fault of error instanceof KontorError ? error.faults : []) {
    const { fieldName } = fault.parameters as { readonly fieldName?: unknown };
    const inText = /"([\w.[\]]+)"/.exec(fault.message) ?? /^([\w.[\]]+)/.exec(fault.message);
    const path = typeof fieldName === 'string' ? fieldName : (inText?.[1] ?? '');
    // The form shows fields of the record itself: `address` of `address.street`, `value` of `records[3].value`.
    const field = path
      .split(/[.[\]]+/)
      .map(snake)
      .find(isField);
    if (field !== undefined) found.set(field, saidOf(fault).text);
  }
  return found;
};

const MISSING_RIGHT = 403;

const missingRightOf = (error: Error): string | undefined => {
  if (!(error instanceof KontorError) || error.status !== MISSING_RIGHT) return undefined;
  const { resources } = error.parameters as { readonly resources?: unknown };
  return typeof resources === 'string' ? resources : undefined;
};

const holds = (granted: readonly string[], right: string): boolean =>
  [right, right.replace(/::.*/, '::all'), 'Kontor::all'].some((one) =>
    granted.some((held) => held === one || held.endsWith(one)),
  );

/** The users who may grant a right, for users who may see roles. Users can grant the rights that they have. */
const Granters = ({ right }: { readonly right: string }) => {
  const { data = [] } = useQuery({
    queryKey: ['granters', right],
    enabled: useMeIfKnown()?.can('_Access::manage') ?? false,
    queryFn: async () => {
      const active = [[{ field: 'is_active', condition: 'eq', value: 1 }]];
      const [roles, admins] = await Promise.all([
        search('/V1/access/roles/search', { pageSize: 300 }),
        search('/V1/access/admins/search', { pageSize: 300, where: active }),
      ]);
      const able = roles.items.filter(({ resources }) =>
        [right, '_Access::save'].every((one) => holds((resources ?? []) as readonly string[], one)),
      );
      return admins.items.filter((admin) => able.some(({ id }) => id === admin['role_id']));
    },
  });
  return (
    data.length > 0 && <Text size="sm">{t.granters(data.map(({ username }) => String(username)).join(', '))}</Text>
  );
};

const textsOf = (error: Error): readonly SaidFault[] => {
  if (!(error instanceof KontorError)) {
    const isBroken = error.name === 'TypeError' || error.name === 'AbortError';
    return [isBroken ? { text: t.offline, lang: language } : { text: error.message, lang: 'en' }];
  }
  if (isChangedMeanwhile(error)) return [{ text: t.changed, lang: language }];
  const right = missingRightOf(error);
  if (right !== undefined) return [{ text: t.right(right), lang: language }];
  return error.faults.length > 0 ? error.faults.map(saidOf) : [{ text: error.message, lang: 'en' }];
};

interface RefusedProps {
  readonly error: Error | null | undefined;
  readonly onRetry?: () => void;
}

/** Explains an error. Renders nothing without one. */
export const Refused = ({ error, onRetry }: RefusedProps) => {
  if (!error) return null;
  const texts = textsOf(error);
  return (
    <Alert color="red" role="alert" my="sm">
      {texts.length === 1 ? (
        <Text size="sm" lang={texts[0]?.lang}>
          {texts[0]?.text}
        </Text>
      ) : (
        <List size="sm">
          {texts.map(({ text, lang }) => (
            <List.Item key={text} lang={lang}>
              {text}
            </List.Item>
          ))}
        </List>
      )}
      {missingRightOf(error) !== undefined && <Granters right={missingRightOf(error) ?? ''} />}
      {onRetry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        </Group>
      )}
    </Alert>
  );
};
