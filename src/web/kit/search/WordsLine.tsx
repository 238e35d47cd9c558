import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { readWords } from '#shared/words/read-words.ts';
import type { FoundName, Reading, WordContext, WordField } from '#shared/words/types.ts';
import { call } from '#web/app/client.ts';
import { sessionState } from '#web/app/session.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ownZone } from '#web/app/zone.ts';
import { toLocalText } from '#shared/time/zone.ts';
import type { FormField } from './SearchForm.tsx';
import type { SearchValues } from './search-values.ts';

type Props = {
  fields: readonly FormField[];
  /** Filters outside the form that a sentence may speak of. */
  more: readonly FormField[];
  /** The filters that a sentence means, and the names of values that were looked up. */
  onRead: (values: SearchValues, names: Reading['names']) => void;
};

/** A filter of the form as sentences speak of it. */
const asWords = ({ name, kind, label, also, options, finds }: FormField): WordField => ({
  name,
  kind,
  labels: also === undefined ? [label] : [label, also],
  ...(options === undefined
    ? {}
    : {
        choices: options.map((one) => ({
          value: one.value,
          names: one.also === undefined ? [one.label] : [one.label, one.also],
        })),
      }),
  ...(finds === undefined ? {} : { finds }),
});

const same = (one: string | null | undefined, other: string): boolean => one?.trim().toLowerCase() === other;

/** What has this very name: a port, a vessel or a person; only what the list has filters for is asked. */
async function lookUp(text: string, sources: ReadonlySet<string | undefined>): Promise<FoundName> {
  const keyword = text.replace(/(?:港|口岸)$/, '');
  const wanted = keyword.toLowerCase();
  const page = { keyword, currentPage: 1, pageSize: 20 };
  if (sources.has('ports')) {
    const { records } = await call('searchPorts', page);
    const port = records.find(
      (one) => same(one.portCode, wanted) || same(one.portName, wanted) || same(one.portNameCn, wanted),
    );
    if (port !== undefined)
      return { source: 'ports', value: port.portCode, label: `${port.portNameCn ?? port.portName} ${port.portCode}` };
  }
  if (sources.has('vessels')) {
    const { records } = await call('searchVessels', page);
    const vessel = records.find((one) => same(one.vesselName, wanted));
    if (vessel !== undefined) return { source: 'vessels', value: vessel.vesselName, label: vessel.vesselName };
  }
  if (sources.has('users')) {
    const { wlUsers } = await call('users', page);
    const user = wlUsers.find((one) => same(one.userCode, wanted) || same(one.userNameCn, wanted));
    if (user !== undefined) return { source: 'users', value: user.userCode, label: user.userNameCn };
  }
  return undefined;
}

/** Reads a sentence; names that no declaration knows are looked up, then it is read again. */
async function understand(text: string, fields: readonly WordField[]): Promise<Reading> {
  const me = sessionState().user?.userCode;
  const context: WordContext = {
    today: toLocalText(Date.now(), ownZone()).slice(0, 10),
    ...(me === undefined ? {} : { me }),
  };
  const first = readWords(text, fields, context);
  if (first.wanted.length === 0) return first;
  const sources = new Set(fields.map(({ finds }) => finds));
  const names = [...new Set(first.wanted)].slice(0, 6);
  const found = await Promise.all(
    names.map(async (name): Promise<[string, FoundName]> => [name, await lookUp(name, sources)]),
  );
  return readWords(text, fields, { ...context, found: new Map(found) });
}

/** A sentence instead of the form: its filters show as tags of the form, and what it says beyond them is named. */
export function WordsLine({ fields, more, onRead }: Props) {
  const t = useT();
  const lang = useLang();
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const asked = useRef(0);
  const all = [...fields, ...more];
  const submit = async (): Promise<void> => {
    if (text.trim() === '') return;
    const mine = (asked.current += 1);
    setState('busy');
    try {
      const next = await understand(text, all.map(asWords));
      if (mine !== asked.current) return;
      setReading(next);
      setState('idle');
      if (Object.keys(next.values).length > 0) onRead(next.values, next.names);
    } catch {
      if (mine === asked.current) setState('failed');
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
              parts: reading.unknown
                .map((part) => (lang === 'zh' ? `“${part}”` : `"${part}"`))
                .join(lang === 'zh' ? '、' : ', '),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
