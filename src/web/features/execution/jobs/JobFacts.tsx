import { DownloadOutlined } from '@ant-design/icons';
import type { CallData } from '#contract/index.ts';
import { jobsList } from '#lists/jobs.ts';
import { callFile, saveFile } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { text, useLang, useT } from '#web/i18n/index.ts';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { jobHref, useDurationText, useStatusName } from './job-text.ts';

type Detail = CallData<'jobGet'>;

function Attempts({ detail }: { detail: Detail }) {
  const go = useGo();
  const nameOf = useStatusName();
  return (
    <span className="pt-jobs-attempts">
      {detail.attempts.map(({ jobId, attempt, jobStatus }) =>
        jobId === detail.jobId ? (
          <b key={jobId}>
            {attempt}. {nameOf(jobStatus)}
          </b>
        ) : (
          <button key={jobId} type="button" className="pt-link" onClick={() => go(jobHref(jobId))}>
            {attempt}. {nameOf(jobStatus)}
          </button>
        ),
      )}
    </span>
  );
}

function Shipment({ subscription }: { subscription: NonNullable<Detail['subscription']> }) {
  const t = useT();
  const go = useGo();
  const { subjectNo, carrierCode, shipmentId, openExceptions } = subscription;
  const target =
    shipmentId === null
      ? `/exception-subscribe?blNo=${encodeURIComponent(subjectNo)}`
      : `/trace-detail?obmBkId=${encodeURIComponent(shipmentId)}`;
  return (
    <>
      <button type="button" className="pt-link" onClick={() => go(target)}>
        {carrierCode} {subjectNo}
      </button>{' '}
      {openExceptions > 0 && (
        <button
          type="button"
          className="pt-link"
          onClick={() => go(`/exception-manage?blNo=${encodeURIComponent(subjectNo)}`)}
        >
          {t('jobs.exceptions', { count: openExceptions })}
        </button>
      )}
    </>
  );
}

/** Leads to all runs of the schedule and what became of them. */
function ScheduleRun({ schedule }: { schedule: NonNullable<Detail['schedule']> }) {
  const t = useT();
  const go = useGo();
  return (
    <>
      <button
        type="button"
        className="pt-link"
        onClick={() => go(`/occurrence?wlSchedulesId=${encodeURIComponent(schedule.scheduleId)}`)}
      >
        {schedule.scheduleName ?? t('jobs.scheduleGone')}
      </button>{' '}
      <TimeText instant={schedule.runTime} />
    </>
  );
}

function Whole({ whole }: { whole: NonNullable<Detail['whole']> }) {
  const go = useGo();
  return (
    <button type="button" className="pt-link" onClick={() => go(jobHref(whole.jobId))}>
      {whole.processName} #{whole.jobId}
    </button>
  );
}

/** What a job is, where it runs and how far it is. */
export function JobFacts({ detail }: { detail: Detail }) {
  const t = useT();
  const lang = useLang();
  const sources = useDict('WL_JOB_SOURCE');
  const durationText = useDurationText();
  const progress = [detail.progress === null ? '' : `${detail.progress} %`, detail.progressText]
    .filter(Boolean)
    .join(' · ');
  return (
    <Section title={t('jobs.facts')}>
      <Facts>
        <Fact label={t('jobs.tenant')}>{detail.tenantName}</Fact>
        <Fact label={t('jobs.version')}>{`${detail.processType} ${detail.packageVersion}`}</Fact>
        <Fact label={t('jobs.source')}>{`${sources.nameOf(detail.jobSource)} · ${detail.creatorName}`}</Fact>
        <Fact label={t('jobs.robot')}>{detail.robotName}</Fact>
        <Fact label={t('jobs.environment')}>{detail.environmentName}</Fact>
        <Fact label={t('jobs.priority')}>{detail.priority}</Fact>
        <Fact label={t('jobs.created')}>
          <TimeText instant={detail.createTime} />
        </Fact>
        <Fact label={t('jobs.started')}>
          {detail.startTime === null ? null : <TimeText instant={detail.startTime} />}
        </Fact>
        <Fact label={t('jobs.ended')}>{detail.endTime === null ? null : <TimeText instant={detail.endTime} />}</Fact>
        <Fact label={t('jobs.duration')}>{durationText(detail.durationMs)}</Fact>
        <Fact label={t('jobs.progress')}>{progress}</Fact>
        {detail.site !== null && <Fact label={t('jobs.site')}>{detail.site}</Fact>}
        {detail.confirmState !== 'none' && (
          <Fact label={t('jobs.confirmation')}>
            {[jobsList.columns.confirmState.values[detail.confirmState][lang], detail.confirmedBy]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        )}
        {detail.publishTime !== null && (
          <Fact label={t('jobs.published')}>
            <TimeText instant={detail.publishTime} />
          </Fact>
        )}
        {detail.subscription !== null && (
          <Fact label={t('jobs.subscription')}>
            <Shipment subscription={detail.subscription} />
          </Fact>
        )}
        {detail.schedule !== null && (
          <Fact label={t('jobs.schedule')}>
            <ScheduleRun schedule={detail.schedule} />
          </Fact>
        )}
        {detail.whole !== null && (
          <Fact label={t('jobs.whole')}>
            <Whole whole={detail.whole} />
          </Fact>
        )}
        {detail.attempts.length > 1 && (
          <Fact label={t('jobs.attempts')} wide>
            <Attempts detail={detail} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function Json({ label, value, none }: { label: string; value: unknown; none: string }) {
  if (value === null || value === undefined) return <p className="pt-muted">{none}</p>;
  return (
    <>
      <h3>{label}</h3>
      <pre className="pt-jobs-json" tabIndex={0} role="group" aria-label={label}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </>
  );
}

/** What went into a job and what came out. */
export function JobData({ detail }: { detail: Detail }) {
  const t = useT();
  return (
    <Section title={t('jobs.data')}>
      {detail.givenInput !== null && <Json label={t('jobs.givenInput')} value={detail.givenInput} none="" />}
      <Json label={t('jobs.input')} value={detail.input} none={t('jobs.noInput')} />
      <Json label={t('jobs.output')} value={detail.output} none={t('jobs.noOutput')} />
    </Section>
  );
}

/** What a job brought; never shown as a page, since it comes from outside. */
export function Artifacts({ artifacts }: Pick<Detail, 'artifacts'>) {
  const t = useT();
  if (artifacts.length === 0) return <p className="pt-muted">{t('jobs.noArtifacts')}</p>;
  return (
    <ul className="pt-jobs-artifacts">
      {artifacts.map((artifact) => (
        <li key={artifact.artifactId}>
          <ArtifactButton artifactId={artifact.artifactId} name={artifact.name} />
          <span className="pt-muted">{t('jobs.bytes', { count: artifact.sizeBytes })}</span>
          <TimeText instant={artifact.createTime} />
        </li>
      ))}
    </ul>
  );
}

function ArtifactButton({ artifactId, name }: { artifactId: string; name: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className="pt-link"
      aria-label={t('jobs.download', { name })}
      onClick={() => void downloadArtifact(artifactId, name)}
    >
      <DownloadOutlined /> {name}
    </button>
  );
}

async function downloadArtifact(artifactId: string, name: string): Promise<void> {
  try {
    saveFile((await callFile('jobArtifact', { artifactId })).blob, name);
  } catch (error) {
    toast.failure(error, text('jobs.downloadFailed'));
  }
}
