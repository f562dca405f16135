import { Button, Group, Kbd, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { inLanguage } from '../language.js';
import { undo, type Undoable } from './saving.js';
import type { RecordType } from './spec.js';

const t = inLanguage(
  {
    saved: (count: number) => (count === 1 ? 'Saved' : `${count} records saved`),
    undo: 'Undo',
    keys: 'Ctrl+Z',
    undone: (count: number) =>
      count === 1
        ? 'The previous values have been restored.'
        : `The previous values of ${count} records have been restored.`,
    kept: (count: number) => `Records not restored, because someone else has changed them since: ${count}.`,
  },
  {
    saved: (count: number) => (count === 1 ? 'Gespeichert' : `${count} Datensätze gespeichert`),
    undo: 'Rückgängig',
    keys: 'Strg+Z',
    undone: (count: number) =>
      count === 1
        ? 'Die vorherigen Werte sind wiederhergestellt.'
        : `Die vorherigen Werte von ${count} Datensätzen sind wiederhergestellt.`,
    kept: (count: number) => `${count} wurden inzwischen von jemand anderem geändert und nicht wiederhergestellt.`,
  },
);

const SHOWN_MS = 15_000;

/** Where Ctrl+Z belongs to the browser. */
const TEXT_INPUT = 'input:not([type=checkbox]), textarea';

/** Offers to undo: with the button, or with Ctrl+Z outside of text inputs. */
const Offer = ({ count, onUndo }: { readonly count: number; readonly onUndo: () => void }) => {
  const undoByKey = ({ target }: KeyboardEvent): void => {
    if (!(target as Element).matches(TEXT_INPUT)) onUndo();
  };
  useHotkeys([['mod+Z', undoByKey, { preventDefault: false }]], []);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{t.saved(count)}</Text>
      <Button size="xs" variant="default" rightSection={<Kbd size="xs">{t.keys}</Kbd>} onClick={onUndo}>
        {t.undo}
      </Button>
    </Group>
  );
};

/** Notifies the user that a write was saved, and offers to undo it. */
export const tellSaved = (type: RecordType, writes: readonly Undoable[], onUndone: () => unknown): void => {
  if (writes.length === 0) return;
  const takeBack = async (): Promise<void> => {
    notifications.hide(id);
    const count = await undo(type, writes);
    onUndone();
    const kept = writes.length - count;
    notifications.show({ message: [count > 0 ? t.undone(count) : '', kept > 0 ? t.kept(kept) : ''].join(' ').trim() });
  };
  const id = notifications.show({
    autoClose: SHOWN_MS,
    message: <Offer count={writes.length} onUndo={() => void takeBack()} />,
  });
};
