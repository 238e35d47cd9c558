import { useQuery } from '@tanstack/react-query';
import { Button, Mentions } from 'antd';
import { useEffect, useState } from 'react';
import { maxComment } from '#domain/exceptions/causes.ts';
import { call, callFull } from '#web/base/client.ts';
import { usePageDirty } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { distinctNames, mentionsIn, type Person } from './mentions.ts';

const DEBOUNCE_MS = 200;
const OFFERED = 8;

function usePeople(keyword: string | undefined): Person[] {
  const [requested, setRequested] = useState(keyword);
  useEffect(() => {
    const timer = setTimeout(() => setRequested(keyword), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [keyword]);
  const query = useQuery({
    queryKey: ['mention', requested],
    queryFn: ({ signal }) => call('users', { keyword: requested ?? '', currentPage: 1, pageSize: OFFERED }, { signal }),
    enabled: requested !== undefined,
    staleTime: 60_000,
  });
  return distinctNames(query.data?.wlUsers ?? []);
}

/** A place to write a comment; @ offers people who may see the exception's tenant. */
export function CommentBox({ exceptionId, onSent }: { exceptionId: string; onSent: () => void }) {
  const t = useT();
  const [body, setBody] = useState('');
  const [keyword, setKeyword] = useState<string>();
  const [named, setNamed] = useState<readonly Person[]>([]);
  const [busy, setBusy] = useState(false);
  const people = usePeople(keyword);
  const text = body.trim();
  usePageDirty(text !== '');

  const send = async (): Promise<void> => {
    if (busy || text === '') return;
    setBusy(true);
    try {
      const { msg } = await callFull('addExceptionComment', {
        obmAutotestResultId: exceptionId,
        body: text,
        mentions: mentionsIn(text, named),
      });
      toast.success(msg);
      setBody('');
      setNamed([]);
      onSent();
    } catch (error) {
      toast.failure(error, t('exceptionHandle.sendFailed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="pt-handle-write">
      <Mentions
        aria-label={t('exceptionHandle.comment')}
        placeholder={t('exceptionHandle.commentHint')}
        value={body}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={maxComment}
        filterOption={false}
        options={people.map((person) => ({
          key: person.code,
          value: person.name,
          label: `${person.name} ${person.code}`,
        }))}
        onSearch={setKeyword}
        onSelect={({ value }) =>
          setNamed((current) => [...current, ...people.filter((person) => person.name === value)])
        }
        onChange={setBody}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      <Button size="small" type="primary" loading={busy} disabled={text === ''} onClick={() => void send()}>
        {t('exceptionHandle.send')}
      </Button>
    </div>
  );
}
