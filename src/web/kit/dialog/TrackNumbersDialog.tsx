import { Input } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { NoSource } from '#web/kit/value/NoSource.tsx';
import { AppDialog } from './AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** Numbers of one call. */
export const MAX_NUMBERS = 10;

/** Numbers as they were typed, one after the other. */
const waybillsIn = (text: string): string[] =>
  text
    .split(/[\n,;，；]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Whether the dialog is open, a text it begins with, and what follows. */
export type Adding = { open: boolean; pasted?: string | undefined; onClose: () => void; onTracked: () => void };

/** What the dialog says. */
type TrackWords = {
  title: string;
  hint: string;
  numbers: string;
  failed: string;
  subscribe: (count: number) => string;
  created: (count: number) => string;
};

/** Tracks numbers of one mode; those that cannot be tracked or answered stay, each with its reason. */
export function TrackNumbersDialog({
  by,
  words,
  open,
  onClose,
  onTracked,
}: {
  by: 'airSubscribe' | 'trainSubscribe' | 'vehicleSubscribe' | 'expressSubscribe';
  words: TrackWords;
} & Adding) {
  const [text, setText] = useState('');
  const [failed, setFailed] = useState<CallData<'airSubscribe'>['results']>([]);
  const waybills = waybillsIn(text);
  const close = (): void => {
    setText('');
    setFailed([]);
    onClose();
  };
  const track = async (): Promise<void> => {
    try {
      const { created, results } = await call(by, { waybills });
      const refused = results.filter(({ error }) => error !== null);
      const pending = results.filter(({ error, noSource }) => error !== null || noSource !== null);
      setFailed(pending);
      setText(refused.map(({ waybill }) => waybill).join('\n'));
      if (created > 0) {
        toast.success(words.created(created));
        onTracked();
      }
      if (pending.length === 0) close();
    } catch (error) {
      toast.failure(error, words.failed);
    }
  };
  return (
    <AppDialog
      open={open}
      title={words.title}
      dirty={text !== ''}
      onCancel={close}
      onOk={track}
      okText={words.subscribe(waybills.length)}
      okDisabled={waybills.length === 0 || waybills.length > MAX_NUMBERS}
    >
      <p className="pt-muted">{words.hint}</p>
      <Input.TextArea
        aria-label={words.numbers}
        rows={6}
        maxLength={1_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {failed.length > 0 && (
        <div role="alert">
          <ul>
            {failed.map(({ waybill, error, noSource }) => (
              <li key={waybill}>
                <span className="pt-mono">{waybill}</span>{' '}
                {noSource === null ? error : <NoSource text={noSource} carrierCode={null} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </AppDialog>
  );
}
