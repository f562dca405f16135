import { Alert, Button, Group, List, Text } from '@mantine/core';
import { isChangedMeanwhile, KontorError } from '../api.js';
import { inLanguage, language } from '../language.js';

const t = inLanguage(
  {
    retry: 'Try again',
    offline: 'The server did not answer. Check the connection and try again. What you entered is still here.',
    right: (name: string) => `You do not have the right ${name}. Ask an administrator who may change roles.`,
    unknown: 'This does not exist, or no longer.',
    changed:
      'Someone else changed this while you edited it. You now see what is stored, with your entries. Save again to keep your entries.',
  },
  {
    retry: 'Noch einmal versuchen',
    offline:
      'Der Server hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es noch einmal. Ihre Eingaben sind noch da.',
    right: (name: string) =>
      `Ihnen fehlt das Recht ${name}. Fragen Sie eine Administratorin oder einen Administrator, die Rollen ändern dürfen.`,
    unknown: 'Das gibt es nicht oder nicht mehr.',
    changed:
      'Jemand anderes hat dies geändert, während Sie es bearbeitet haben. Sie sehen jetzt den gespeicherten Stand mit Ihren Eingaben. Speichern Sie noch einmal, um Ihre Eingaben zu behalten.',
  },
);

/** Frequent refusals of the server in German; the others stay English and are marked as such. */
const GERMAN: Readonly<Record<string, (value: (name: string) => string) => string>> = {
  '"%fieldName" is required. Enter and try again.': () => 'Bitte ausfüllen.',
  'Invalid value of "%value" provided for the %fieldName field.': (value) =>
    `Der Wert „${value('value')}“ ist hier nicht erlaubt.`,
  'No such entity with %fieldName = %fieldValue': (value) =>
    `Es gibt keinen Datensatz mit ${value('fieldName')} = ${value('fieldValue')}.`,
  'One or more input exceptions have occurred.': () => 'Einige Angaben sind nicht richtig.',
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

/** A refusal in the language of the page, if it is known there. */
export const saidOf = ({ message, template, parameters }: AnyFault): SaidFault => {
  const german = language === 'de' ? GERMAN[template] : undefined;
  const values = (parameters ?? {}) as Readonly<Record<string, unknown>>;
  return german ? { text: german((name) => String(values[name] ?? '')), lang: 'de' } : { text: message, lang: 'en' };
};

/** The fields that a refusal names: by its parameter, or in its text. */
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
    // `address.street`, `records[3].value`: the record's own field is what its form has.
    const field = path
      .split(/[.[\]]+/)
      .map(snake)
      .find(isField);
    if (field !== undefined) found.set(field, saidOf(fault).text);
  }
  return found;
};

const MISSING_RIGHT = 403;

const textsOf = (error: Error): readonly SaidFault[] => {
  if (!(error instanceof KontorError)) {
    const isBroken = error.name === 'TypeError' || error.name === 'AbortError';
    return [isBroken ? { text: t.offline, lang: language } : { text: error.message, lang: 'en' }];
  }
  if (isChangedMeanwhile(error)) return [{ text: t.changed, lang: language }];
  const { resources } = error.parameters as { readonly resources?: unknown };
  if (error.status === MISSING_RIGHT && typeof resources === 'string')
    return [{ text: t.right(resources), lang: language }];
  return error.faults.length > 0 ? error.faults.map(saidOf) : [{ text: error.message, lang: 'en' }];
};

interface RefusedProps {
  readonly error: Error | null | undefined;
  readonly onRetry?: () => void;
}

/** Why something did not work, in words. Nothing without an error. */
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
