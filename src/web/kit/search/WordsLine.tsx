import { Button, Input } from 'antd';
import { listIn } from '#shared/i18n/text.ts';
import { useEffect, useRef, useState } from 'react';
import type { Reading, WordSort } from '#shared/words/types.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { FormField } from './search-values.ts';

type Props = {
  fields: readonly FormField[];
  /** Filters outside the form that a sentence may speak of. */
  more: readonly FormField[];
  /** What the list can be sorted by. */
  sorts?: readonly WordSort[] | undefined;
  /** What a sentence means: filters with the names of values that were looked up, and an order. */
  onRead: (reading: Reading) => void;
};

/** The grammar comes when a line is opened; a sentence that is entered before waits for it. */
const grammar = () => import('./understand.ts');

/** A sentence instead of the form: its filters show as tags of the form, and what it says beyond them is named. */
export function WordsLine({ fields, more, sorts = [], onRead }: Props) {
  const t = useT();
  const lang = useLang();
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const requested = useRef(0);
  const all = [...fields, ...more];
  useEffect(() => void grammar().catch(() => undefined), []);
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return;
    const mine = (requested.current += 1);
    setState('busy');
    try {
      const { understand } = await grammar();
      const next = await understand(text, all, sorts);
      if (mine !== requested.current) return;
      setReading(next);
      setState('idle');
      if (Object.keys(next.values).length > 0 || next.sort !== undefined) onRead(next);
    } catch {
      if (mine === requested.current) setState('failed');
    }
  };
  return (
    <div className="pt-words" role="group" aria-label={t('search.inWords')} lang={lang}>
      <Input
        autoFocus
        allowClear
        maxLength={500}
        value={text}
        aria-label={t('search.inWords')}
        placeholder={t('search.wordsHint')}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          if (!event.nativeEvent.isComposing) void submit();
        }}
        suffix={
          <Button type="primary" size="small" loading={state === 'busy'} onClick={() => void submit()}>
            {t('search.search')}
          </Button>
        }
      />
      <div role="status">
        {state === 'failed' && t('common.loadFailed')}
        {reading !== undefined && reading.unknown.length > 0 && (
          <p className="pt-words-unknown">
            {t('search.notUnderstood', {
              parts: listIn(
                reading.unknown.map((part) => (lang === 'zh' ? `“${part}”` : `"${part}"`)),
                lang,
              ),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
