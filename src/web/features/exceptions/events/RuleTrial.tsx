import { Button, Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { RunProgress } from '#web/kit/run/RunProgress.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Run = NonNullable<CallData<'eventRule'>['run']>;

const spans = [7, 30, 90, 180];

function Result({ run }: { run: Run }) {
  const t = useT();
  const max = Math.max(1, ...run.dayList.map(({ events }) => events));
  return (
    <>
      <p role="status">
        {t('events.rule.result', run)} {run.failures > 0 && t('events.rule.failures', { n: run.failures })}
      </p>
      {run.current === 0 && <StatusTag tone="warn">{t('events.rule.outdated')}</StatusTag>}
      {run.dayList.length > 0 && (
        <MiniTable
          label={t('events.rule.perDay')}
          columns={[
            { key: 'day', title: t('events.rule.day') },
            { key: 'count', title: t('events.rule.count') },
          ]}
          rows={run.dayList.slice(-10)}
          rowKey={({ day }) => day}
          cells={({ day, events }) => ({
            day,
            count: (
              <>
                <span className="pt-events-bar" style={{ inlineSize: `${(events / max) * 160}px` }} /> {events}
              </>
            ),
          })}
        />
      )}
      {run.exampleList.length > 0 && (
        <MiniTable
          label={t('events.rule.example')}
          columns={[
            { key: 'reference', title: t('events.fact.reference') },
            { key: 'firstTime', title: t('events.rule.firstTime') },
            { key: 'goneTime', title: t('events.rule.goneTime') },
          ]}
          rows={run.exampleList.slice(0, 20)}
          rowKey={(one) => one.obmTkSubscribeId}
          cells={(one) => ({
            reference:
              one.bkId === null ? (
                one.referenceNo
              ) : (
                <GoLink className="pt-link" href={makeHref('/trace-detail', { obmBkId: one.bkId })}>
                  {one.referenceNo}
                </GoLink>
              ),
            firstTime: <TimeText instant={one.firstTime} short />,
            goneTime: one.goneTime === null ? t('events.rule.still') : <TimeText instant={one.goneTime} short />,
          })}
        />
      )}
    </>
  );
}

type Props = { eventItemId: string; run: Run | null; unsaved: boolean; onStarted: () => Promise<void> };

/** Tries the saved rule on history, and shows what it would have found. */
export function RuleTrial({ eventItemId, run, unsaved, onStarted }: Props) {
  const t = useT();
  const [days, setDays] = useState(30);
  const { busy, run: start } = useOnce(async (): Promise<void> => {
    try {
      toast.success((await callFull('eventRuleTry', { eventItemId, days })).msg);
    } catch (error) {
      toast.failure(error, t('events.failed'));
    }
    await onStarted();
  });
  return (
    <Section title={t('events.rule.trial')}>
      <p className="pt-muted">{t('events.rule.trialHint')}</p>
      <div className="pt-events-row">
        <Select
          aria-label={t('events.rule.days')}
          value={days}
          options={spans.map((value) => ({ value, label: t('events.rule.daysOf', { n: value }) }))}
          onChange={setDays}
        />
        <Button loading={busy} disabled={unsaved || run?.state === 'running'} onClick={() => start()}>
          {t('events.rule.try')}
        </Button>
        {unsaved && <span className="pt-muted">{t('events.rule.saveFirst')}</span>}
      </div>
      {run?.state === 'running' && <RunProgress run={run} text={t('events.rule.running', run)} />}
      {run?.state === 'failed' && <p role="alert">{t('events.rule.failedRun')}</p>}
      {run?.state === 'cancelled' && <p role="status">{t('events.rule.cancelled')}</p>}
      {run?.state === 'done' && <Result run={run} />}
    </Section>
  );
}
