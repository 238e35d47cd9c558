import { Badge, Tabs } from 'antd';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { text, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { callEntityFull, problemsOf, type Row, say, type Stale, staleOf } from './entity-calls.ts';
import { controlId, EntityForm } from './EntityForm.tsx';
import {
  differencesOf,
  type Draft,
  draftOf,
  type DraftValue,
  enteredFields,
  type Operation,
  type Side,
  withFixed,
} from './form-state.ts';
import { StaleTable } from './StaleTable.tsx';
import { type EntityFormState, useEntityForm } from './use-entity-form.ts';
import type { EntityNames } from './use-entity-names.ts';

const emptyRow: Row = {};
const unknownPerson = { by: null, at: null };

/** A further tab of the dialog; what it holds is sent through `complete`. */
export type DialogTab = {
  key: string;
  title: string;
  content: ReactNode;
  dirty: boolean;
  /** It still asks whether to take up earlier input: its title is marked, and saving leads there first. */
  waits?: boolean;
};

/** What buttons of a screen may ask of the form above them. */
export type FormTools = {
  /** What is entered now, and entering a value. */
  draft: Draft;
  set: (name: string, value: DraftValue) => void;
  /** What would be sent to save it. */
  input: () => Row;
  /** Says at its fields what is wrong; false when anything is. */
  check: () => boolean;
  /** Says at its fields what the server refused. */
  refuse: (error: unknown) => void;
};

/** What a screen adds to the dialog of its entity. */
export type DialogExtras = {
  width?: number | string;
  tabs?: readonly DialogTab[];
  /** Completes what is sent, such as with a generated password. */
  complete?: (input: Row, operation: Operation) => Row;
  /** After success, before the dialog closes. */
  onSuccess?: (saved: Row, input: Row, operation: Operation) => void;
  /** Somebody else has saved the row meanwhile; done before the person is shown what. */
  onStale?: () => Promise<void>;
  /** The input was given up. */
  onGivenUp?: () => void;
  /** After the row is saved: saves what belongs to it. A rejection keeps the dialog open, the row itself is saved then. */
  afterSave?: (saved: Row) => Promise<void>;
  /** What belongs to the row was changed and not saved. */
  dirty?: boolean;
  /** Does what belongs to the row still ask something? Then it leads there, and nothing is saved. */
  waits?: () => boolean;
  /** Further buttons below the form. */
  below?: (form: FormTools, row: Row | undefined) => ReactNode;
};

type Props = {
  entity: Entity;
  open: boolean;
  operation: Operation;
  /** The row that is edited. */
  row?: Row | undefined;
  /** The row a new one starts from. */
  copy?: Row | undefined;
  /** Values the screen sets, such as the code type of a code value. */
  fixed?: Row;
  names: EntityNames;
  extras?: DialogExtras;
  onClose: () => void;
  onSaved: (saved: Row) => void;
};

const focusSoon = (id: string): number => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Puts the focus into the first field when the dialog opens; only then, since effects run again whenever a hidden tab is shown. */
function useFirstFocus(formId: string, first: string | undefined): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || first === undefined) return undefined;
    const timer = setTimeout(() => {
      done.current = true;
      document.getElementById(controlId(formId, first))?.focus();
    });
    return () => clearTimeout(timer);
  }, [formId, first]);
}

type Sending = {
  entity: Entity;
  operation: Operation;
  entered: Row;
  extras: DialogExtras;
};

/** Saves a row and says so in the server's own words. */
async function sendRow({ entity, operation, entered, extras }: Sending): Promise<Row> {
  const adding = operation === 'ADD';
  const input = extras.complete?.(entered, operation) ?? entered;
  const action = adding ? 'insert' : 'update';
  const { data, msg } = await callEntityFull<Row>(entity, action, input);
  const message = adding ? entity.message?.added : entity.message?.updated;
  toast.success(msg || (message === undefined ? text(adding ? 'entity.added' : 'entity.updated') : say(message)));
  extras.onSuccess?.(data, input, operation);
  return data;
}

type TabsProps = {
  label: string;
  body: ReactNode;
  tabs: readonly DialogTab[];
  tab: string;
  onTab: (tab: string) => void;
};

/** The form, beside further tabs where a screen has some. */
function DialogTabs({ label, body, tabs, tab, onTab }: TabsProps) {
  if (tabs.length === 0) return body;
  return (
    <Tabs
      activeKey={tab}
      onChange={onTab}
      items={[
        { key: 'row', label, children: body },
        ...tabs.map((part) => ({
          key: part.key,
          label: part.waits === true ? <Badge dot>{part.title}</Badge> : part.title,
          children: part.content,
          forceRender: true,
        })),
      ]}
    />
  );
}

/** What somebody else changed: from a refused save, or because input was taken up again after a while. */
function useConflict(entity: Entity, form: EntityFormState) {
  const [found, setFound] = useState<Omit<Stale, 'current'>>(unknownPerson);
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const { base, theirs } = form.kept;
  const differences =
    theirs === undefined || base === undefined
      ? undefined
      : differencesOf(entity, draftOf(entity, base), form.draft, draftOf(entity, theirs)).map((item) => ({
          ...item,
          side: sides[item.name] ?? item.side,
        }));
  return {
    found,
    differences,
    choose: (name: string, side: Side): void => setSides({ ...sides, [name]: side }),
    meet: ({ by, at, current }: Stale): void => {
      setFound({ by, at });
      form.kept.meet(current);
    },
    takeOver: (): void => {
      form.merge(differences ?? []);
      setSides({});
      setFound(unknownPerson);
    },
  };
}

/** What the form does not ask for: what the screen sets, and for people of one tenant the tenant of a new row. */
function useFixed({ tenantField = '', fields }: Entity, operation: Operation, given: Row, names: EntityNames): Row {
  const field = fields[tenantField];
  const asks = operation === 'ADD' && field?.kind === 'reference' && field.required === true;
  const [first, ...others] = asks ? names.optionsOf(field) : [];
  const only = others.length === 0 ? first?.value : undefined;
  return useMemo(() => (only === undefined ? given : { [tenantField]: only, ...given }), [given, only, tenantField]);
}

/** A name inside an English sentence: "Risk zone" is "risk zone", "EDI partner" stays. */
const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/**
 * Adds or edits a row. What is wrong is shown at its field and the first of them gets the focus; a failure keeps all
 * input; a row somebody else changed meanwhile shows both versions to choose from. Give it a new key for every opening.
 */
export function EntityDialog({
  entity,
  open,
  operation,
  row,
  copy,
  fixed: given = emptyRow,
  names,
  extras = {},
  onClose,
  onSaved,
}: Props) {
  const t = useT();
  const formId = useId();
  const fixed = useFixed(entity, operation, given, names);
  const form = useEntityForm({ entity, operation, row, copy, fixed, names });
  const conflict = useConflict(entity, form);
  const { differences } = conflict;
  const [tab, setTab] = useState('row');
  const tabs = extras.tabs ?? [];
  const adding = operation === 'ADD';

  useFirstFocus(formId, enteredFields(entity, operation, fixed)[0]?.[0]);
  const focus = (name: string | undefined): void => {
    if (name === undefined) return;
    setTab('row');
    focusSoon(controlId(formId, name));
  };

  const giveUp = (): void => {
    if (differences !== undefined) return form.kept.meet(undefined);
    form.kept.done();
    extras.onGivenUp?.();
    onClose();
  };

  const send = (): Promise<Row> => sendRow({ entity, operation, entered: form.input(), extras });

  const check = (): boolean => {
    const wrong = form.check();
    focus(wrong);
    return wrong === undefined;
  };

  const submit = async (): Promise<void> => {
    const waiting = tabs.find((part) => part.waits === true);
    if (waiting !== undefined) {
      setTab(waiting.key);
      throw new Error('a tab waits for an answer');
    }
    if (extras.waits?.() === true) throw new Error('what belongs to the row waits for an answer');
    if (!check()) throw new Error('the form is not right');
    const saved = await send().catch(async (error: unknown) => {
      await refuse(error);
      throw error;
    });
    form.kept.done(adding ? undefined : saved);
    await extras.afterSave?.(saved);
    onSaved(saved);
  };

  const refuse = async (error: unknown): Promise<void> => {
    const newer = staleOf(error);
    if (newer !== undefined && form.base !== undefined) {
      await extras.onStale?.();
      conflict.meet(newer);
      return;
    }
    const failed = adding ? entity.message?.addFailed : entity.message?.updateFailed;
    focus(form.refuse(problemsOf(error)));
    toast.failure(error, failed === undefined ? t(adding ? 'entity.addFailed' : 'entity.updateFailed') : say(failed));
  };

  const body = (
    <>
      <EntityForm
        formId={formId}
        entity={entity}
        operation={operation}
        draft={form.draft}
        row={form.base}
        names={names}
        problems={form.problems}
        fixed={fixed}
        onChange={form.set}
        onLeave={form.leave}
      />
      {extras.below?.(
        {
          draft: withFixed(form.draft, fixed),
          set: form.set,
          input: form.input,
          check,
          refuse: (error) => focus(form.refuse(problemsOf(error))),
        },
        form.base,
      )}
    </>
  );
  return (
    <AppDialog
      title={t(adding ? 'entity.addTitle' : 'entity.updateTitle', { name: inSentence(say(entity.label)) })}
      open={open}
      width={extras.width ?? '60%'}
      dirty={form.dirty || extras.dirty === true || tabs.some((part) => part.dirty)}
      okText={differences === undefined ? t('common.save') : t('entity.takeOver')}
      okDisabled={form.kept.earlier !== undefined}
      onOk={differences === undefined ? submit : conflict.takeOver}
      onCancel={giveUp}
    >
      {differences !== undefined && (
        <StaleTable
          entity={entity}
          names={names}
          stale={conflict.found}
          differences={differences}
          onChoose={conflict.choose}
        />
      )}
      <div hidden={differences !== undefined}>
        <DraftFrame draft={form.kept}>
          <DialogTabs label={say(entity.label)} body={body} tabs={tabs} tab={tab} onTab={setTab} />
        </DraftFrame>
      </div>
    </AppDialog>
  );
}
