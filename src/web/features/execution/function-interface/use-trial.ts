import { useMemo, useRef, useState } from 'react';
import { functionInterface } from '#entities/function-interface.ts';
import type { FunctionAnswer } from '#contract/execution/function-call.ts';
import { placeholderNames } from '#shared/function/placeholders.ts';
import { callFull } from '#web/base/client.ts';
import { text } from '#web/i18n/index.ts';
import { callEntity, callEntityFull, type Row } from '#web/entity/entity-calls.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { useQueryClient } from '@tanstack/react-query';

const maxStored = 4000;

/** One function being tried. */
export type Trial = {
  inParam: string;
  setInParam: (value: string) => void;
  /** Names of the placeholders in path and input. */
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  setValue: (name: string, value: string) => void;
  answer: FunctionAnswer | undefined;
  /** The answer is kept as returnData. */
  kept: boolean;
  busy: 'call' | 'keep' | undefined;
  run: () => Promise<void>;
  keep: () => Promise<void>;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Calls a function with what was entered, and keeps its answer when asked to. */
export function useTrial(row: Row): Trial {
  const client = useQueryClient();
  const id = String(row['wlFunctionInterfaceId']);
  const [inParam, setInParam] = useState(textOf(row['inParam']));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [answer, setAnswer] = useState<FunctionAnswer>();
  const [kept, setKept] = useState(false);
  const [busy, setBusy] = useState<Trial['busy']>();
  const running = useRef(false);
  const path = textOf(row['functionPath']);
  const isInside = textOf(row['functionClassPath']).trim() !== '';
  const names = useMemo(() => placeholderNames(isInside ? '' : path, inParam), [isInside, path, inParam]);

  /** One at a time: a second click does nothing. */
  const alone = async (what: NonNullable<Trial['busy']>, failed: string, work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toast.failure(error, failed);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };

  const run = (): Promise<void> =>
    alone('call', text('functionInterface.callFailed'), async () => {
      const { data } = await callFull('tryFunction', { wlFunctionInterfaceId: id, inParam, values: { ...values } });
      setAnswer(data);
      setKept(false);
    });

  const keep = (): Promise<void> =>
    alone('keep', text('entity.updateFailed'), async () => {
      const current = await callEntity<Row>(functionInterface, 'get', { wlFunctionInterfaceId: id });
      const returnData = (answer?.answer ?? '').slice(0, maxStored);
      const { msg } = await callEntityFull<Row>(functionInterface, 'update', { ...current, returnData });
      toast.success(msg);
      setKept(true);
      void client.invalidateQueries({ queryKey: ['function.query'] });
    });

  return {
    inParam,
    setInParam,
    names,
    values,
    setValue: (name, value) => setValues({ ...values, [name]: value }),
    answer,
    kept,
    busy,
    run,
    keep,
  };
}
