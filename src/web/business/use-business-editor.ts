import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import { type DraftProblem, draftProblems } from '#contract/wire/business-data-rules.ts';
import { CallError, callFull } from '#web/base/client.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { type DraftHandle, useDraft } from '#web/kit/draft/use-draft.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type BusinessDraft, type DraftList, draftOf, inputOf } from './draft.ts';
import { type Difference, differencesOf, mergeDrafts, type Side } from './merge.ts';
import { type Newer, useNewerVersion } from './use-newer-version.ts';

/** The editor of one booking: what is typed, what is wrong with it, and what others changed meanwhile. */
export type BusinessEditor = {
  draft: DraftHandle<BusinessData, BusinessDraft>;
  /** Problems by `booking.polCode` and `<key of the row>.<field>`. */
  problems: ReadonlyMap<string, string>;
  /** How many problems each tab has. */
  counts: Readonly<Record<'route' | 'transfer' | 'containers', number>>;
  busy: boolean;
  newer: Newer | undefined;
  differences: readonly Difference[];
  choose: (name: string, side: Side) => void;
  /** Goes on from the other's version with the choices made. */
  settle: () => void;
  /** Saves; false when it was refused. */
  save: () => Promise<boolean>;
};

type Options = {
  data: BusinessData;
  name: string;
  subscriptionId?: string | undefined;
  onSaved: (saved: BusinessData) => void;
};

type Stale = { stale?: true; current?: BusinessData; who?: string; time?: number | null };
type Refused = { problems?: DraftProblem[] };

/** What the server says with a refusal to save. */
const statedOf = (error: unknown): (Stale & Refused) | null =>
  error instanceof CallError ? (error.data as (Stale & Refused) | null) : null;

const listOf: Readonly<Record<string, DraftList>> = {
  obmMultiVessel: 'legs',
  obmDocActualContainerList: 'containers',
  mdStatusRecordList: 'statuses',
};
const tabOf = { booking: 'route', legs: 'transfer', containers: 'containers', statuses: 'containers' } as const;

/** Where a problem stands in what is typed. */
function placeOf(at: string, draft: BusinessDraft): { key: string; list: 'booking' | DraftList } {
  const [table = '', ...rest] = at.split('.');
  const named = (field: string): string =>
    /^(openTime|closeTime|custEtd|atd|custEta|ata|etd|eta|eventTime|estiEventTime|\w+TimeDestination|(etd|atd|eta|ata)Destination)$/.test(
      field,
    )
      ? `${field}Str`
      : field;
  const list = listOf[table];
  if (list === undefined) return { key: `booking.${named(rest[0] ?? '')}`, list: 'booking' };
  const row = draft[list].filter(({ gone }) => gone !== true)[Number(rest[0])];
  return { key: `${row?.key ?? list}.${named(rest[1] ?? '')}`, list };
}

/**
 * Saves; where sources or others have changed only fields that were not touched here, what they changed is taken over and
 * the same is saved on it. What both changed is thrown, to be decided.
 */
async function saveUncontested(base: BusinessData, mine: BusinessDraft, subscriptionId: string | undefined) {
  try {
    return await callFull('saveBusinessData', inputOf(mine, base, subscriptionId));
  } catch (error) {
    const message = statedOf(error);
    if (message?.stale !== true || message.current === undefined) throw error;
    const [before, theirs] = [draftOf(base), draftOf(message.current)];
    const differences = differencesOf(before, mine, theirs);
    if (differences.some(({ contested }) => contested)) throw error;
    const merged = mergeDrafts(before, mine, theirs, differences);
    return callFull('saveBusinessData', inputOf(merged, message.current, subscriptionId));
  }
}

/** Holds the input of one booking from loading to saving. */
export function useBusinessEditor({ data, name, subscriptionId, onSaved }: Options): BusinessEditor {
  const t = useT();
  const client = useQueryClient();
  const draft = useDraft<BusinessData, BusinessDraft>({ base: data, begin: draftOf, name: `business/${name}` });
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<{ of: BusinessDraft; found: DraftProblem[] }>();
  const others = useNewerVersion(draft);
  const { base, mine } = draft;
  const input = inputOf(mine, base, subscriptionId);
  const own = checked && draft.dirty ? draftProblems(input, base.obmBk.mode) : [];
  const all = [...own, ...(refused !== undefined && refused.of === mine && own.length === 0 ? refused.found : [])];
  const placed = all.map((problem) => ({ ...problem, ...placeOf(problem.at, mine) }));
  const textOf = ({ code, params }: DraftProblem): string =>
    // The code decides which values its text takes.
    textOfKey(`business.problem.${code.replace(/^\w+\./, '')}`, params);
  const refuse = (error: unknown): void => {
    const message = statedOf(error);
    if (message?.stale === true && message.current !== undefined) {
      others.meet(message.current, { who: message.who ?? '', time: message.time ?? null });
      return;
    }
    if (message?.problems !== undefined) setRefused({ of: mine, found: message.problems });
    toast.failure(error, t('business.saveFailed'));
  };
  const save = async (): Promise<boolean> => {
    setChecked(true);
    // Nothing was typed: the server says so, whatever the source left out.
    const [first] = !draft.dirty ? [] : draftProblems(input, base.obmBk.mode);
    if (first !== undefined) {
      toast.warn(textOf(first));
      return false;
    }
    setBusy(true);
    try {
      const { data: saved, msg } = await saveUncontested(base, mine, subscriptionId);
      draft.done(saved);
      setChecked(false);
      others.forget();
      // What was changed has switches now.
      void client.invalidateQueries({ queryKey: ['overrides'] });
      toast.success(msg);
      onSaved(saved);
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const counts = { route: 0, transfer: 0, containers: 0 };
  for (const { list } of placed) counts[tabOf[list]] += 1;
  return {
    draft,
    problems: new Map(placed.map((problem) => [problem.key, textOf(problem)])),
    counts,
    busy,
    newer: others.newer,
    differences: others.differences,
    choose: others.choose,
    settle: others.settle,
    save,
  };
}
