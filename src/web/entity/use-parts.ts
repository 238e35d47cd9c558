import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { asRecord } from '#shared/values/objects.ts';
import { CallError } from '#web/base/client.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { text } from '#web/i18n/index.ts';
import { callEntity, callEntityFull, callNameOf, idOf, problemsOf, type Row, say, titleOf } from './entity-calls.ts';
import { type DraftValue, problemsIn, withFixed } from './form-state.ts';
import { isDirty, mergeParts, newPart, type Part, partsToSave, withPartValue } from './parts-state.ts';
import type { EntityNames } from './use-entity-names.ts';

/** What is wrong, by part and field. */
type PartProblems = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The parts of one row, while they are edited. */
export type Parts = {
  entity: Entity;
  parts: readonly Part[];
  dirty: boolean;
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
  /** Saves everything that changed in one step; throws when something is wrong, which is then said at its cell. */
  save: () => Promise<void>;
  /** Forgets what is not saved. */
  discard: () => void;
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

/** Removes a saved part after asking; says what happened. False when it is still there. */
async function removeSaved(entity: Entity, row: Row): Promise<boolean> {
  const title = titleOf(entity, row) || idOf(entity, row);
  const question = { title: text('entity.removeTitle', { name: say(entity.label) }), okText: text('common.delete') };
  if (!(await confirm({ ...question, content: text('entity.removeContent', { title }), danger: true }))) return false;
  try {
    const key = { [entity.id]: row[entity.id], recordVersion: row['recordVersion'], confirmed: 1 };
    toast.success((await callEntityFull<null>(entity, 'delete', [key])).msg);
    return true;
  } catch (error) {
    toast.failure(error, say(entity.said?.removeFailed ?? { zh: '删除失败', en: 'Deleting failed' }));
    return false;
  }
}

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

/** The parts on screen and what is wrong with them; both start again when they are those of another row. */
function usePartsState(entity: Entity, whole: string | undefined, rows: readonly Row[] | undefined) {
  const [state, setState] = useState<{ of: string | undefined; parts: readonly Part[]; problems: PartProblems }>({
    of: whole,
    parts: [],
    problems: noProblems,
  });
  const own = state.of === whole ? state : { of: whole, parts: [], problems: noProblems };
  const change = (next: (now: typeof own) => Partial<typeof own>): void =>
    setState((latest) => {
      const now = latest.of === whole ? latest : { of: whole, parts: [], problems: noProblems };
      return { ...now, ...next(now) };
    });
  useEffect(() => {
    if (rows !== undefined) change(({ parts }) => ({ parts: mergeParts(entity, parts, rows) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, whole, rows]);
  return { ...own, change };
}

type State = ReturnType<typeof usePartsState>;

/** Saves what changed in one call; a refusal is said at the part it is about. */
async function sendParts(entity: Entity, { parts, change }: State, set: Row): Promise<void> {
  const sent = partsToSave(entity, parts, set);
  try {
    const input = sent.map((one) => one.input);
    const { msg } = await callEntityFull<Row[]>(entity, 'saveOrUpdate', input);
    toast.success(msg);
  } catch (error) {
    const row = error instanceof CallError ? asRecord(error.data)['row'] : undefined;
    const about = sent.length === 1 ? sent[0] : typeof row === 'number' ? sent[row] : undefined;
    const wrong = problemsOf(error).map((problem) => [problem.field, problem.text] as const);
    if (about !== undefined && wrong.length > 0)
      change(() => ({ problems: new Map([[about.part.key, new Map(wrong)]]) }));
    toast.failure(
      error,
      entity.said?.saveFailed === undefined ? text('entity.updateFailed') : say(entity.said.saveFailed),
    );
    throw error;
  }
}

/** What people do to parts before they are saved. */
function editing(entity: Entity, { change }: State) {
  return {
    drop: (key: string): void => change(({ parts }) => ({ parts: parts.filter((part) => part.key !== key) })),
    mark: (key: string): void =>
      change(({ parts }) => ({ parts: parts.map((part) => (part.key === key ? { ...part, gone: true } : part)) })),
    set: (key: string, name: string, value: DraftValue): void =>
      change(({ parts, problems }) => {
        const wrong = new Map(problems.get(key));
        wrong.delete(name);
        return {
          parts: withPartValue(entity, parts, key, name, value),
          problems: new Map([...problems, [key, wrong]]),
        };
      }),
  };
}

/** Loads, edits and saves the parts of a row. */
export function useParts(options: Options): Parts {
  const { entity, whole, fixed = nothing, names, removal, onSaved } = options;
  const client = useQueryClient();
  const serial = useRef(0);
  const [saving, setSaving] = useState(false);
  const queryKey = [callNameOf(entity, 'query'), 'parts', whole];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callEntity<Row[]>(entity, 'query', [whole], { signal }),
    enabled: whole !== undefined,
  });
  const state = usePartsState(entity, whole, query.data);
  const { parts, change } = state;
  const edit = editing(entity, state);
  const set: Row = { ...fixed, [entity.partOf ?? '']: whole };

  /** Reads everything again; what was saved is then no input any more. */
  const take = async (rest: (parts: readonly Part[]) => readonly Part[]): Promise<void> => {
    await client.invalidateQueries({ queryKey: [callNameOf(entity, 'query')] });
    await client.invalidateQueries({ queryKey: ['reference', entity.name] });
    const rows = client.getQueryData<Row[]>(queryKey) ?? [];
    change((now) => ({ parts: mergeParts(entity, rest(now.parts), rows) }));
    onSaved?.();
  };

  const save = async (): Promise<void> => {
    const problems = problemsOfParts(entity, parts, set, names);
    change(() => ({ problems }));
    const first = [...problems.values()][0]?.values().next().value;
    if (first !== undefined) {
      toast.warn(first);
      throw new Error(first);
    }
    if (!parts.some((part) => isDirty(entity, part))) return;
    setSaving(true);
    try {
      await sendParts(entity, state, set);
      await take(() => []);
    } finally {
      setSaving(false);
    }
  };

  const removeNow = useOnce(async (part: Part, row: Row): Promise<void> => {
    if (await removeSaved(entity, row)) await take((now) => now.filter(({ key }) => key !== part.key));
  });

  return {
    entity,
    parts,
    problems: state.problems,
    dirty: parts.some((part) => isDirty(entity, part)),
    saving,
    loading: whole !== undefined && query.isPending,
    error: query.error,
    reload: () => void query.refetch(),
    add: () => {
      serial.current += 1;
      const part = newPart(entity, `new-${serial.current}`, set);
      change((now) => ({ parts: [...now.parts, part] }));
    },
    set: edit.set,
    remove: (part) => {
      if (part.row === undefined) edit.drop(part.key);
      else if (removal === 'at once') removeNow.run(part, part.row);
      else edit.mark(part.key);
    },
    save,
    discard: () => change(() => ({ problems: noProblems, parts: mergeParts(entity, [], query.data ?? []) })),
  };
}
