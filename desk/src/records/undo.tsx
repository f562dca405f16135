import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { inLanguage } from '../language.js';
import { undo, type Undoable } from './saving.js';
import type { RecordType } from './spec.js';

const t = inLanguage(
  {
    saved: (count: number) => (count === 1 ? 'Saved' : `${count} records saved`),
    undo: 'Undo',
    undone: (count: number) =>
      count === 1 ? 'The former values are back.' : `The former values of ${count} records are back.`,
    kept: (count: number) => `${count} were changed again by someone else and stay as they are.`,
  },
  {
    saved: (count: number) => (count === 1 ? 'Gespeichert' : `${count} Datensätze gespeichert`),
    undo: 'Rückgängig',
    undone: (count: number) =>
      count === 1
        ? 'Die früheren Werte sind wieder da.'
        : `Die früheren Werte von ${count} Datensätzen sind wieder da.`,
    kept: (count: number) => `${count} hat jemand anderes inzwischen geändert; sie bleiben, wie sie sind.`,
  },
);

const SHOWN_MS = 15_000;

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
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t.saved(writes.length)}</Text>
        <Button size="xs" variant="default" onClick={() => void takeBack()}>
          {t.undo}
        </Button>
      </Group>
    ),
  });
};
