import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { asRecord } from '#shared/values/objects.ts';
import { CallError, isNotFound } from '#web/base/client.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { type DraftHandle, useDraft } from '#web/kit/draft/use-draft.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { text } from '#web/i18n/index.ts';
import {
  callEntity,
  callEntityFull,
  callNameOf,
  idOf,
  problemsOf,
  type Row,
  say,
  staleOf,
  titleOf,
} from './entity-calls.ts';
import { type DraftValue, problemsIn, withFixed } from './form-state.ts';
import {
  contestedParts,
  type EnteredPart,
  isDirty,
  keepableParts,
  lastNewPart,
  mergedInput,
  mergeParts,
  ontoTheirs,
  type Part,
  type PartsInput,
  partsToSave,
  withNewPart,
  withoutPart,
  withPartValue,
  yieldedInput,
} from './parts-state.ts';
import type { EntityNames } from './use-entity-names.ts';

/** What is wrong, by part and field. */
type PartProblems = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The rows as they were read, null until then, and what was entered on them. */
type PartsDraft = DraftHandle<readonly Row[] | null, readonly EnteredPart[]>;

/** The parts of one row, while they are edited. */
export type Parts = {
  entity: Entity;
  /** The id of the element that shows them. */
  elementId: string;
  parts: readonly Part[];
  dirty: boolean;
  /** The question about what was entered before; `earlier` is there once the rows are. */
  question: Pick<PartsDraft, 'earlier' | 'takeUp' | 'giveUp'>;
  /** What was entered before is not decided about: nothing else is entered. */
  asks: boolean;
  /** Somebody else changed what was changed here: it has to be decided before saving. */
  conflict: boolean;
  /** The rows of somebody else for the parts that were changed here too; undefined where they removed them. */
  contested: ReadonlyMap<string, Row | undefined>;
  /** The two ends of a conflict: the contested parts as they are now, or as they were entered here. */
  loadTheirs: () => void;
  keepMine: () => void;
  /** Leads to the question or the conflict that has to be decided before saving; false when there is none. */
  leadToQuestion: () => boolean;
  saving: boolean;
  loading: boolean;
  error: Error | null;
  reload: () => void;
  /** What is wrong, by part and field. */
  problems: PartProblems;
  add: () => void;
  set: (key: string, name: string, value: DraftValue) => void;
  /** Takes a part away: a new one at once, a saved one after asking, or marked until the next save. */
  remove: (part: Part) => void;
  /** Saves everything that changed in one step; throws when something is wrong, which is then stated at its cell. */
  save: () => Promise<void>;
  /** Forgets what is not saved. */
  discard: () => void;
  /** The editor is left without saving: what was entered is shown until then, and not kept. */
  forget: () => void;
};

type Options = {
  entity: Entity;
  /** Id of the row whose parts these are; undefined while there is none. */
  whole: string | undefined;
  /** Values that the screen sets in each part besides the whole. */
  fixed?: Row;
  names: EntityNames;
  /** A saved part that is deleted goes at once, after a question, or with the next save. */
  removal: 'at once' | 'with the next save';
  onSaved?: () => void;
};

const nothing: Row = {};
const noProblems: PartProblems = new Map();

/** Removes a saved part after asking, and says so; false when that was not agreed to. */
async function removeSaved(entity: Entity, row: Row): Promise<boolean> {
  const title = titleOf(entity, row) || idOf(entity, row);
  const question = { title: text('entity.removeTitle', { name: say(entity.label) }), okText: text('common.delete') };
  if (!(await confirm({ ...question, content: text('entity.removeContent', { title }), danger: true }))) return false;
  const key = { [entity.id]: row[entity.id], recordVersion: row['recordVersion'], confirmed: 1 };
  toast.success((await callEntityFull<null>(entity, 'delete', [key])).msg);
  return true;
}

/** Did somebody else change or remove the part since it was read? */
const isOutdated = (error: unknown): boolean => staleOf(error) !== undefined || isNotFound(error);

/** What is wrong with the parts that changed, by part and field; `set` are the values that the screen sets. */
function problemsOfParts(
  entity: Entity,
  parts: readonly Part[],
  set: Row,
  names: EntityNames,
): Map<string, Map<string, string>> {
  const found = parts
    .filter((part) => !part.gone && isDirty(entity, part))
    .map((part): [string, Map<string, string>] => {
      const operation = part.row === undefined ? 'ADD' : 'UPDATE';
      return [part.key, problemsIn(entity, withFixed(part.draft, set), operation, names.codesOf)];
    });
  return new Map(found.filter(([, wrong]) => wrong.size > 0));
}

/** What is wrong with the parts of one row; nothing is known to be once they are those of another row. */
function useProblems(whole: string | undefined) {
  const [state, setState] = useState<{ of: string | undefined; problems: PartProblems }>({
    of: whole,
    problems: noProblems,
  });
  return {
    problems: state.of === whole ? state.problems : noProblems,
    notify: (problems: PartProblems): void => setState({ of: whole, problems }),
    clear: (key: string, name: string): void =>
      setState((latest) => {
        const others = [...(latest.problems.get(key) ?? [])].filter(([field]) => field !== name);
        return { ...latest, problems: new Map([...latest.problems, [key, new Map(others)]]) };
      }),
  };
}

/** Saves what changed in one call; a refusal is shown at the part it is about. */
async function sendParts(
  entity: Entity,
  parts: readonly Part[],
  set: Row,
  refuse: (problems: PartProblems) => void,
): Promise<void> {
  const sent = partsToSave(entity, parts, set);
  try {
    const input = sent.map((one) => one.input);
    const { msg } = await callEntityFull<Row[]>(entity, 'saveOrUpdate', input);
    toast.success(msg);
  } catch (error) {
    const row = error instanceof CallError ? asRecord(error.data)['row'] : undefined;
    const about = sent.length === 1 ? sent[0] : typeof row === 'number' ? sent[row] : undefined;
    const wrong = problemsOf(error).map((problem) => [problem.field, problem.text] as const);
    if (about !== undefined && wrong.length > 0) refuse(new Map([[about.part.key, new Map(wrong)]]));
    toast.failure(
      error,
      entity.message?.saveFailed === undefined ? text('entity.updateFailed') : say(entity.message.saveFailed),
    );
    throw error;
  }
}

/** What the server has of the parts, and reading it again. */
function usePartRows(entity: Entity, whole: string | undefined) {
  const client = useQueryClient();
  const queryKey = [callNameOf(entity, 'query'), 'parts', whole];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callEntity<Row[]>(entity, 'query', [whole], { signal }),
    enabled: whole !== undefined,
  });
  return {
    query,
    readAgain: async (): Promise<Row[]> => {
      await client.invalidateQueries({ queryKey: [callNameOf(entity, 'query')] });
      return client.getQueryData<Row[]>(queryKey) ?? [];
    },
    /** They are choices of other forms, too. */
    choicesChanged: (): Promise<void> => client.invalidateQueries({ queryKey: ['reference', entity.name] }),
  };
}

/** The input of a table of parts, kept in the browser; rows that were not changed here follow the server. */
function usePartsInput(entity: Entity, whole: string | undefined, rows: readonly Row[] | undefined) {
  const kept: PartsDraft = useDraft<readonly Row[] | null, readonly EnteredPart[]>({
    base: rows ?? null,
    begin: () => [],
    name: whole === undefined ? undefined : `entity/${entity.name}/parts/${whole}`,
    keep: (mine) => keepableParts(entity, mine),
    merge: (base, mine, theirs) =>
      theirs === null ? undefined : mergedInput(entity, { base: base ?? [], mine, theirs }),
  });
  const { base, mine, theirs } = kept;
  const entered = useMemo(
    (): PartsInput => ({ base: base ?? [], mine, theirs: theirs ?? undefined }),
    [base, mine, theirs],
  );
  const parts = useMemo(() => mergeParts(entity, entered), [entity, entered]);
  const contested = useMemo(() => contestedParts(entity, entered), [entity, entered]);
  return { kept, entered, parts, contested };
}

/** What saving and removing parts work on. */
type Work = {
  options: Options;
  /** Values that the screen sets in each part. */
  set: Row;
  input: ReturnType<typeof usePartsInput>;
  rows: ReturnType<typeof usePartRows>;
  message: ReturnType<typeof useProblems>;
};

/** Saves what was entered, in one step. */
function useSaving({ options, set, input: { kept, parts }, rows, message }: Work) {
  const { entity, names, onSaved } = options;
  const [saving, setSaving] = useState(false);
  const send = async (): Promise<void> => {
    try {
      await sendParts(entity, parts, set, message.notify);
    } catch (error) {
      if (isOutdated(error)) await rows.readAgain();
      throw error;
    }
    // Saved is saved, also when the page goes before the rows are read again.
    kept.done();
    kept.done(await rows.readAgain());
    await rows.choicesChanged();
    onSaved?.();
  };
  const save = async (): Promise<void> => {
    const problems = problemsOfParts(entity, parts, set, names);
    message.notify(problems);
    const first = [...problems.values()][0]?.values().next().value;
    if (first !== undefined) {
      toast.warn(first);
      throw new Error(first);
    }
    if (!parts.some((part) => isDirty(entity, part))) return kept.done();
    setSaving(true);
    await send().finally(() => setSaving(false));
  };
  return { saving, save };
}

/** Removes a saved part at once. */
function useRemoving({ options: { entity, onSaved }, input: { kept }, rows }: Work) {
  return useOnce(async (part: Part, row: Row): Promise<void> => {
    try {
      if (!(await removeSaved(entity, row))) return;
    } catch (error) {
      toast.failure(error, say(entity.message?.removeFailed ?? { zh: '删除失败', en: 'Deleting failed' }));
      if (isOutdated(error)) await rows.readAgain();
      return;
    }
    kept.set((mine) => mine.filter(({ key }) => key !== part.key));
    await rows.readAgain();
    await rows.choicesChanged();
    onSaved?.();
  });
}

/** The question about earlier input and the conflict, where they are on screen. */
function questionOf({ rows: { query }, input: { kept } }: Work, elementId: string) {
  const shown = query.data !== undefined && query.error === null;
  const earlier = shown ? kept.earlier : undefined;
  const conflict = shown && kept.conflict;
  return {
    question: { earlier, takeUp: kept.takeUp, giveUp: kept.giveUp },
    conflict,
    leadToQuestion: (): boolean => {
      if (earlier === undefined && !conflict) return false;
      document.getElementById(elementId)?.querySelector<HTMLElement>('[role="alert"] button')?.focus();
      return true;
    },
  };
}

/** Loads, edits and saves the parts of a row; what is entered is a draft of its own for each row. */
export function useParts(options: Options): Parts {
  const { entity, whole, fixed = nothing, removal } = options;
  const elementId = useId();
  const rows = usePartRows(entity, whole);
  const input = usePartsInput(entity, whole, rows.query.data);
  const message = useProblems(whole);
  const set: Row = { ...fixed, [entity.partOf ?? '']: whole };
  const work: Work = { options, set, input, rows, message };
  const { kept, entered } = input;
  const { saving, save } = useSaving(work);
  const removeNow = useRemoving(work);
  const requested = questionOf(work, elementId);
  // The name of a new part that was taken away is not given again: what was shown of that part would be shown of another.
  const used = useRef(0);
  return {
    entity,
    elementId,
    parts: input.parts,
    problems: message.problems,
    dirty: kept.dirty,
    ...requested,
    asks: kept.earlier !== undefined,
    contested: input.contested,
    loadTheirs: () => kept.settle(yieldedInput(entity, entered)),
    keepMine: () => kept.settle(ontoTheirs(entity, entered)),
    saving,
    loading: whole !== undefined && rows.query.isPending,
    error: rows.query.error,
    reload: () => void rows.query.refetch(),
    add: () => {
      const last = Math.max(used.current, lastNewPart(kept.mine));
      used.current = last + 1;
      kept.set((mine) => withNewPart(entity, mine, set, last));
    },
    set: (key, name, value) => {
      kept.set((mine) => withPartValue(entity, { ...entered, mine }, key, name, value));
      message.clear(key, name);
    },
    remove: (part) => {
      if (part.row !== undefined && removal === 'at once') removeNow.run(part, part.row);
      else kept.set((mine) => withoutPart(mine, part));
    },
    save: async () => {
      if (requested.leadToQuestion()) throw new Error('earlier input or a conflict is not decided about');
      await save();
    },
    discard: () => {
      kept.reset();
      message.notify(noProblems);
    },
    forget: () => kept.done(),
  };
}
