import { CheckOutlined, CloseOutlined, PoweroffOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { asRecord } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useLive, useLiveRefetch } from '#web/base/live.ts';
import { useGo, usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useOnce } from '#web/kit/use-once.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Artifacts, JobData, JobFacts } from './JobFacts.tsx';
import { JobLog } from './JobLog.tsx';
import { JobPages } from './JobPages.tsx';
import { JobParts } from './JobParts.tsx';
import { JobRuns } from './JobRuns.tsx';
import { JobSteps } from './JobSteps.tsx';
import { jobHref, toneOf, useStatusName } from './job-text.ts';
import { ResultsDialog } from './ResultsDialog.tsx';
import { type JobAct, useJobActs } from './use-job-acts.ts';
import './jobs.css';

type Detail = CallData<'jobGet'>;

function Waiting({ waiting }: { waiting: NonNullable<Detail['waiting']> }) {
  const t = useT();
  const go = useGo();
  const { page } = waiting;
  return (
    <p className="pt-jobs-waiting" role="status">
      <b>{t('jobs.waits')}</b> {waiting.text} {waiting.until !== null && <TimeText instant={waiting.until} />}{' '}
      {page !== null && (
        <Button size="small" onClick={() => go(page)}>
          {t('jobs.mend')}
        </Button>
      )}
    </p>
  );
}

/** What holds back the result of a job that has ended; the buttons beside the title mend it. */
function HeldBack({ detail }: { detail: Detail }) {
  const t = useT();
  const failed = detail.steps.find(({ state, phase }) => state === 'failed' && phase === 'after');
  if (failed === undefined && !(detail.confirmState === 'waiting' && detail.can.confirm)) return null;
  return (
    <p className="pt-jobs-waiting" role="status">
      <b>{t('jobs.pending')}</b>{' '}
      {failed === undefined
        ? t('jobs.unconfirmed')
        : `${t('jobs.stepFailed', { name: failed.name })} ${failed.error ?? ''}`}
    </p>
  );
}

function Timeline({ states }: Pick<Detail, 'states'>) {
  const t = useT();
  const nameOf = useStatusName();
  return (
    <ol className="pt-jobs-timeline">
      {states.map((state, place) => (
        <li key={place}>
          <StatusTag tone={toneOf(state.jobStatus)}>{nameOf(state.jobStatus)}</StatusTag>
          <span>{state.text}</span>
          <span className="pt-muted">
            {state.actorKind === 'system'
              ? t('jobs.by.system')
              : `${t(`jobs.by.${state.actorKind}`)} ${state.actorName}`}
          </span>
          <TimeText instant={state.time} />
        </li>
      ))}
    </ol>
  );
}

function Acts({ detail, onAct }: { detail: Detail; onAct: (act: JobAct) => void }) {
  const t = useT();
  const client = useQueryClient();
  const { can } = detail;
  const { busy, run: ask } = useOnce(async (call: () => Promise<{ msg: string }>): Promise<void> => {
    try {
      toast.success((await call()).msg);
    } catch (error) {
      toast.failure(error, t('jobs.failed'));
    }
    await client.invalidateQueries({ queryKey: ['jobGet'] });
  });
  const decide = (accept: 0 | 1) => ask(() => callFull('jobConfirm', { jobId: detail.jobId, accept }));
  const resume = () => ask(() => callFull('jobResume', { jobId: detail.jobId }));
  return (
    <span className="pt-jobs-acts">
      {can.confirm && (
        <>
          <Button type="primary" disabled={busy} icon={<CheckOutlined />} onClick={() => decide(1)}>
            {t('jobs.confirm')}
          </Button>
          <Button disabled={busy} icon={<CloseOutlined />} onClick={() => decide(0)}>
            {t('jobs.reject')}
          </Button>
        </>
      )}
      {can.resume && (
        <Button type="primary" disabled={busy} icon={<RedoOutlined />} onClick={resume}>
          {t('jobs.resume')}
        </Button>
      )}
      {can.stop && (
        <Button icon={<StopOutlined />} onClick={() => onAct('stop')}>
          {t('jobs.stop')}
        </Button>
      )}
      {can.kill && (
        <Button danger icon={<PoweroffOutlined />} onClick={() => onAct('kill')}>
          {t('jobs.kill')}
        </Button>
      )}
      {can.retry && (
        <Button icon={<RedoOutlined />} onClick={() => onAct('retry')}>
          {t('jobs.retry')}
        </Button>
      )}
    </span>
  );
}

function Body({ detail }: { detail: Detail }) {
  const t = useT();
  const go = useGo();
  const nameOf = useStatusName();
  const { act, results, clear } = useJobActs();
  const onAct = async (what: JobAct): Promise<void> => {
    const [only] = (await act(what, { jobIds: [detail.jobId] })) ?? [];
    if (only?.newJobId != null) go(jobHref(only.newJobId));
  };
  return (
    <div className="pt-jobs-page">
      <header>
        <h1>
          {detail.processName} <span className="pt-muted">#{detail.jobId}</span>
        </h1>
        <StatusTag tone={toneOf(detail.jobStatus)}>{nameOf(detail.jobStatus)}</StatusTag>
        <Acts detail={detail} onAct={(what) => void onAct(what)} />
      </header>
      {detail.waiting !== null && <Waiting waiting={detail.waiting} />}
      <HeldBack detail={detail} />
      {detail.errorText !== null && (
        <p className="pt-jobs-error" role="status">
          {detail.errorText}
          {detail.errorDetail !== null && <span className="pt-jobs-error-detail">{detail.errorDetail}</span>}
        </p>
      )}
      <div className="pt-jobs-columns">
        <div>
          <JobFacts detail={detail} />
          {detail.parts.length > 0 && (
            <Section title={t('jobs.parts')}>
              <JobParts parts={detail.parts} />
            </Section>
          )}
          {detail.steps.length > 0 && (
            <Section title={t('jobs.steps')}>
              <JobSteps steps={detail.steps} />
            </Section>
          )}
          <JobRuns jobId={detail.jobId} runs={detail.runs} />
          <Section title={t('jobs.timeline')}>
            <Timeline states={detail.states} />
          </Section>
          <JobData detail={detail} />
          {detail.pages.length > 0 && (
            <Section title={t('jobs.pages')}>
              <JobPages pages={detail.pages} />
            </Section>
          )}
          <Section title={t('jobs.artifacts')}>
            <Artifacts artifacts={detail.artifacts} />
          </Section>
        </div>
        <JobLog jobId={detail.jobId} logLines={detail.logLines} />
      </div>
      <ResultsDialog results={results} onClose={clear} />
    </div>
  );
}

/** One job: its states with who brought them about, what went in and came out, its log as it grows. */
export function JobPage() {
  const { search } = usePageSearch('/job/detail');
  const jobId = search['jobId'] ?? '0';
  const client = useQueryClient();
  const query = useCall('jobGet', { jobId }, { staleTime: 0 });
  useLiveRefetch('job', 'jobGet');
  useLive('jobLog', (payload) => {
    if (asRecord(payload)['jobId'] === jobId) void client.invalidateQueries({ queryKey: ['jobLog'] });
  });
  return <Loaded query={query}>{(detail) => <Body key={detail.jobId} detail={detail} />}</Loaded>;
}
