import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { askAgain, useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useOnce } from '#web/kit/use-once.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];
type Line = CallData<'jobLog'>['lines'][number];
type Question = { jobId: string; level: Level; keyword: string };

const linesAtOnce = 500;

/** Lines before the newest ones, as far as the reader requested them. */
function useEarlier(question: Question, newest: readonly Line[]) {
  const t = useT();
  const [earlier, setEarlier] = useState<readonly Line[]>([]);
  const [ended, setEnded] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [seen, setSeen] = useState(newest);
  // Newer lines push others out: these go to the earlier ones, unless some were never seen in between.
  if (seen !== newest) {
    setSeen(newest);
    const first = newest[0]?.line ?? 0;
    const isNext = seen.some(({ line }) => line === first);
    if (wanted) setEarlier(isNext ? [...earlier.filter(({ line }) => line < (seen[0]?.line ?? 0)), ...seen] : []);
    if (!isNext) setEnded(false);
  }
  const { busy, run: load } = useOnce(async (before: number): Promise<void> => {
    setWanted(true);
    try {
      const answer = await call('jobLog', { ...question, before, limit: linesAtOnce });
      setEarlier((known) => [...answer.lines, ...known]);
      setEnded(!answer.more);
    } catch (error) {
      toast.failure(error, t('jobs.failed'));
    }
  });
  return { earlier, ended, busy, load };
}

function Lines({ question, data }: { question: Question; data: CallData<'jobLog'> }) {
  const t = useT();
  const { earlier, ended, busy, load } = useEarlier(question, data.lines);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const first = data.lines[0]?.line ?? 0;
  const lines = [...earlier.filter(({ line }) => line < first), ...data.lines];
  const last = lines.at(-1)?.line;
  useEffect(() => {
    // Who reads further up is left there.
    if (atEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  const begin = lines[0]?.line;
  return (
    <div
      ref={box}
      className="pt-jobs-log"
      tabIndex={0}
      role="log"
      aria-label={t('jobs.log')}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
      }}
    >
      {data.more && !ended && begin !== undefined && (
        <Button size="small" loading={busy} onClick={() => load(begin)}>
          {t('jobs.earlier')}
        </Button>
      )}
      {lines.length === 0 && <p className="pt-muted">{t('jobs.noLines')}</p>}
      {lines.map((line) => (
        <p key={line.line} data-level={line.level}>
          <TimeText instant={line.time} />
          <span className="pt-jobs-level">{line.level}</span>
          <span>{line.message}</span>
        </p>
      ))}
    </div>
  );
}

/** The log of a job as it grows, with levels and search; `logLines` = how many lines the job says it has. */
export function JobLog({ jobId, logLines }: { jobId: string; logLines: number }) {
  const t = useT();
  const client = useQueryClient();
  const [level, setLevel] = useState<Level>('debug');
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const question = { jobId, level, keyword };
  const query = useCall('jobLog', { ...question, limit: linesAtOnce }, { keep: true, staleTime: 0 });
  // News of lines may have come before this page listened; then the job itself tells of them.
  const requested = useRef(logLines);
  useEffect(() => {
    if (requested.current === logLines) return;
    requested.current = logLines;
    void askAgain(client, 'jobLog');
  }, [client, logLines]);
  return (
    <Section title={t('jobs.log')}>
      <div className="pt-jobs-log-bar">
        <Select
          size="small"
          aria-label={t('jobs.level')}
          value={level}
          onChange={setLevel}
          options={levels.map((value) => ({ value, label: t(`jobs.levels.${value}`) }))}
        />
        <Input
          size="small"
          allowClear
          aria-label={t('jobs.search')}
          placeholder={t('jobs.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {query.data !== undefined && (
          <span className="pt-muted">{t('jobs.logLines', { count: query.data.total })}</span>
        )}
      </div>
      <Loaded query={query}>
        {(data) => <Lines key={`${jobId} ${level} ${keyword}`} question={question} data={data} />}
      </Loaded>
    </Section>
  );
}
