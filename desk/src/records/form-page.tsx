import { Alert, Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isChangedMeanwhile, type Row } from '../api.js';
import { inLanguage } from '../language.js';
import { useMe } from '../me.js';
import { useAddress, useOpen, usePath } from '../parts/address.js';
import { AskFirst } from '../parts/ask-first.js';
import { DataTable } from '../parts/data-table.js';
import { useDraft } from '../parts/draft.js';
import { Loaded, Page } from '../parts/page.js';
import { Refused } from '../parts/refused.js';
import { To } from '../parts/to.js';
import { isElsewhere, RecordForm } from './form.js';
import { Grid } from './grid.js';
import { FieldCell } from './kinds.js';
import { useNames } from './names.js';
import {
  changeRecord,
  changesOf,
  createRecord,
  deleteRecord,
  formerOf,
  isSame,
  readRecord,
  type Tagged,
  type Values,
} from './saving.js';
import { type FieldSpec, labelOf, type RecordType } from './spec.js';
import { tellSaved } from './undo.js';

const t = inLanguage(
  {
    create: (title: string) => `New: ${title}`,
    save: 'Save',
    discard: 'Discard changes',
    remove: 'Delete',
    removeTitle: 'Delete this record?',
    removeAbout: 'A deletion cannot be undone. Records that refer to the deleted record may be deleted too.',
    keep: 'Keep record',
    removed: 'Deleted',
    history: 'History',
    all: 'All',
    draft: 'You have unsaved changes.',
    readOnly: 'You have the right to view this record, but not to change it.',
    unknown: 'This type of record does not exist, or you do not have the right to see it.',
    conflict: 'Someone else changed this record while you were editing it',
    conflictAbout: 'Compare both versions, then choose which one to save. Your entries are not lost.',
    field: 'Field',
    was: 'Original value',
    theirs: 'Stored value',
    yours: 'Your entry',
    mine: 'Save my entries',
    other: 'Use stored values',
  },
  {
    create: (title: string) => `Neu: ${title}`,
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    remove: 'Löschen',
    removeTitle: 'Diesen Datensatz löschen?',
    removeAbout:
      'Eine Löschung lässt sich nicht rückgängig machen. Datensätze, die auf diesen verweisen, werden möglicherweise mitgelöscht.',
    keep: 'Behalten',
    removed: 'Gelöscht',
    history: 'Verlauf',
    all: 'Alle',
    draft: 'Sie haben ungespeicherte Änderungen.',
    readOnly: 'Sie dürfen diesen Datensatz lesen, aber nicht ändern.',
    unknown: 'Diese Art von Datensatz gibt es nicht, oder Sie haben nicht das Recht, sie zu sehen.',
    conflict: 'Jemand anderes hat diesen Datensatz geändert, während Sie ihn bearbeitet haben',
    conflictAbout:
      'Vergleichen Sie beide Fassungen und wählen Sie, welche gespeichert wird. Ihre Eingaben gehen nicht verloren.',
    field: 'Feld',
    was: 'Zu Beginn',
    theirs: 'Jetzt gespeichert',
    yours: 'Ihre Eingabe',
    mine: 'Meine Fassung speichern',
    other: 'Gespeicherte Fassung übernehmen',
  },
);

export default function FormPage() {
  const { resource = '', id = '' } = usePath();
  const type = useMe().records.named(resource);
  if (!type) return <Page title={t.unknown}>{null}</Page>;
  return <StoredRecord key={`${resource} ${id}`} type={type} id={id} />;
}

interface ActionsProps {
  readonly type: RecordType;
  readonly row: Row;
  readonly etag?: string | null;
  /** Hides the delete action, because the record does not exist yet. */
  readonly isNew?: boolean;
  readonly onRemoved?: () => void;
}

/** Links of a record's screen, and its delete action. */
export const RecordActions = ({ type, row, etag = null, isNew = false, onRemoved }: ActionsProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<Error>();
  const open = useOpen();
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    setIsAsking(false);
    try {
      await deleteRecord(type, { row, etag });
    } catch (refusal) {
      if (isChangedMeanwhile(refusal)) await queries.invalidateQueries();
      return setError(refusal as Error);
    }
    onRemoved?.();
    notifications.show({ message: `${t.removed}: ${type.nameOf(row)}` });
    // The deleted record cannot be reloaded; the next screen loads fresh data.
    await queries.invalidateQueries({ refetchType: 'none' });
    open(type.listAddress);
  };
  return (
    <>
      <To address={type.listAddress}>{`${t.all}: ${type.title.many}`}</To>
      {!isNew && type.spec.history && <To address={`/records/${type.name}/${row.id}/history`}>{t.history}</To>}
      {!isNew && type.spec.rights.delete.held && (
        <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
          {t.remove}
        </Button>
      )}
      <Refused error={error} />
      <AskFirst
        isOpen={isAsking}
        title={t.removeTitle}
        about={t.removeAbout}
        yes={t.remove}
        no={t.keep}
        onYes={() => void remove()}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
};

const NewRecord = ({ type }: { readonly type: RecordType }) => {
  const [address] = useAddress();
  // The grid of child records passes the parent of the new record in the address.
  const given = Object.fromEntries(Object.entries(address).filter(([name]) => type.field(name)));
  const [draft = given, setDraft] = useDraft<Values>(`${type.name}/new`);
  const [error, setError] = useState<Error>();
  const open = useOpen();
  const queries = useQueryClient();
  const save = async (): Promise<void> => {
    try {
      const { row } = await createRecord(type, draft);
      setDraft(undefined);
      await queries.invalidateQueries();
      open(type.addressOf(row.id));
    } catch (refusal) {
      setError(refusal as Error);
    }
  };
  return (
    <Page title={t.create(type.title.one)} actions={<RecordActions type={type} row={{ id: 0 }} isNew />}>
      <Form
        type={type}
        values={draft}
        onChange={setDraft}
        error={error}
        onSave={save}
        onDiscard={() => setDraft(undefined)}
        isChanged={Object.keys(draft).length > 0}
      />
    </Page>
  );
};

interface StoredProps {
  readonly type: RecordType;
  readonly id: string;
  /** Content that a module adds below the form. */
  readonly children?: (row: Row) => ReactNode;
}

export const StoredRecord = ({ type, id, children }: StoredProps) =>
  id === 'new' ? (
    <NewRecord type={type} />
  ) : (
    <Existing type={type} id={id}>
      {children}
    </Existing>
  );

const Existing = ({ type, id, children }: StoredProps) => {
  const query = useQuery({ queryKey: ['record', type.name, id], queryFn: () => readRecord(type, id) });
  return (
    <Loaded query={query} title={type.title.one}>
      {(tagged) => (
        <Editor type={type} stored={tagged}>
          {children?.(tagged.row)}
        </Editor>
      )}
    </Loaded>
  );
};

/** The input, and the state of the record when editing started. */
interface Draft {
  readonly values: Values;
  readonly from: Tagged;
}

const Editor = ({
  type,
  stored,
  children,
}: {
  readonly type: RecordType;
  readonly stored: Tagged;
  readonly children: ReactNode;
}) => {
  const [draft, setDraft] = useDraft<Draft>(`${type.name}/${stored.row.id}`);
  const [error, setError] = useState<Error>();
  const [theirs, setTheirs] = useState<Tagged>();
  const queries = useQueryClient();
  const from = draft?.from ?? stored;
  const unnamed = { type, id: stored.row.id, values: stored.row };
  const name = useNames([unnamed])(unnamed);
  const values = { ...from.row, ...draft?.values };
  const changes = changesOf(from.row, draft?.values ?? {});
  const { save: saving } = type.spec.rights;
  const reload = () => queries.invalidateQueries();
  const save = async (at: Tagged = from): Promise<void> => {
    setError(undefined);
    try {
      const now = await changeRecord(type, at, changes);
      setDraft(undefined);
      setTheirs(undefined);
      queries.setQueryData(['record', type.name, String(now.row.id)], now);
      await reload();
      tellSaved(type, [{ former: formerOf(at.row, changes), now }], reload);
    } catch (refusal) {
      if (isChangedMeanwhile(refusal)) setTheirs(await readRecord(type, stored.row.id));
      else setError(refusal as Error);
    }
  };
  return (
    <Page
      title={`${type.title.one} ${name === '' ? type.nameOf(stored.row) : name}`}
      actions={<RecordActions type={type} row={from.row} etag={from.etag} onRemoved={() => setDraft(undefined)} />}
    >
      {!saving.held && <Alert color="gray">{t.readOnly}</Alert>}
      <Form
        type={type}
        values={values}
        onChange={(next) => setDraft({ values: changesOf(from.row, next), from })}
        error={error}
        onSave={saving.held ? () => save() : undefined}
        onDiscard={() => setDraft(undefined)}
        isChanged={Object.keys(changes).length > 0}
      />
      {children}
      <Parts type={type} id={stored.row.id} />
      <Modal opened={theirs !== undefined} onClose={() => setTheirs(undefined)} title={t.conflict} size="xl">
        {theirs && (
          <Conflict
            type={type}
            from={from}
            theirs={theirs}
            changes={changes}
            onMine={() => void save(theirs)}
            onTheirs={() => {
              setDraft(undefined);
              setTheirs(undefined);
              queries.setQueryData(['record', type.name, String(stored.row.id)], theirs);
            }}
          />
        )}
      </Modal>
    </Page>
  );
};

/** Grids of this record's child records. */
const Parts = ({ type, id }: { readonly type: RecordType; readonly id: number }) => {
  const { records } = useMe();
  const parts = (type.override?.parts ?? []).flatMap(({ resource, field }) => {
    const part = records.named(resource);
    return part?.spec.rights.read.held ? [{ part, field }] : [];
  });
  const [shown, setShown] = useState(parts[0]?.part.name ?? '');
  if (parts.length === 0) return null;
  return (
    <Tabs value={shown} onChange={(name) => setShown(name ?? '')} keepMounted={false}>
      <Tabs.List>
        {parts.map(({ part }) => (
          <Tabs.Tab key={part.name} value={part.name}>
            {part.title.many}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ part, field }) => (
        <Tabs.Panel key={part.name} value={part.name} pt="sm">
          <Grid type={part} fixed={[{ field, condition: 'eq', value: id }]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

interface FormProps {
  readonly type: RecordType;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly error: Error | undefined;
  readonly onSave: (() => Promise<void>) | undefined;
  readonly onDiscard: () => void;
  readonly isChanged: boolean;
}

const Form = ({ type, values, onChange, error, onSave, onDiscard, isChanged }: FormProps) => {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!onSave) return;
        setIsBusy(true);
        void onSave().finally(() => setIsBusy(false));
      }}
    >
      <Stack maw={900}>
        {isElsewhere(error, type) && <Refused error={error} />}
        <fieldset disabled={!onSave} style={{ border: 0, padding: 0, margin: 0 }}>
          <RecordForm type={type} values={values} onChange={onChange} error={error} />
        </fieldset>
        {onSave && (
          <Group>
            <Button type="submit" loading={isBusy} disabled={!isChanged}>
              {t.save}
            </Button>
            {isChanged && (
              <>
                <Button variant="default" onClick={onDiscard}>
                  {t.discard}
                </Button>
                <Text size="sm" role="status">
                  {t.draft}
                </Text>
              </>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
};

interface ConflictProps {
  readonly type: RecordType;
  readonly from: Tagged;
  readonly theirs: Tagged;
  readonly changes: Values;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Shows changes by others next to the user's own input. */
const Conflict = ({ type, from, theirs, changes, onMine, onTheirs }: ConflictProps) => {
  const { records } = useMe();
  const fields = type.spec.fields.filter(
    ({ name, kind }) => kind !== 'instant' && (name in changes || !isSame(from.row[name], theirs.row[name])),
  );
  const side = (row: Values) =>
    function Side(field: FieldSpec) {
      const cell = <FieldCell field={field} type={type} records={records} value={row[field.name]} />;
      return isSame(row[field.name], from.row[field.name]) ? cell : <mark className="changed">{cell}</mark>;
    };
  return (
    <Stack>
      <Text>{t.conflictAbout}</Text>
      <DataTable
        label={t.conflict}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { title: t.field, isHeader: true, cell: ({ name }) => labelOf(name) },
          { title: t.was, cell: side(from.row) },
          { title: t.theirs, cell: side(theirs.row) },
          { title: t.yours, cell: side({ ...theirs.row, ...changes }) },
        ]}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onTheirs}>
          {t.other}
        </Button>
        <Button onClick={onMine}>{t.mine}</Button>
      </Group>
    </Stack>
  );
};
