import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReportRow, ReportRunRow } from '#contract/exceptions/report.ts';
import { callFile, saveFile } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLiveRefetch } from '#web/base/live.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { CronText } from '#web/kit/cron/CronText.tsx';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { ActiveTag, runTones } from './report-columns.tsx';

const pollMs = 2_000;

const mailTones: Readonly<Record<ReportRunRow['mails'][number]['state'], Tone>> = {
  waiting: 'info',
  failed: 'warn',
  sent: 'ok',
  given_up: 'danger',
};

function Mails({ run }: { run: ReportRunRow }) {
  const t = useT();
  if (run.state !== 'done') return null;
  if (run.mails.length === 0) return <p className="pt-muted">{t('reports.run.noMails')}</p>;
  return (
    <ul className="pt-reports-mails" aria-label={t('reports.run.mails')}>
      {run.mails.map(({ notificationId, address, state, reasonText }) => (
        <li key={notificationId}>
          <span>{address}</span>
          <StatusTag tone={mailTones[state]}>{t(`reports.run.mail.${state}`)}</StatusTag>
          {reasonText !== null && state !== 'sent' && <span className="pt-muted">{reasonText}</span>}
        </li>
      ))}
    </ul>
  );
}

function RunPart({ run, zone }: { run: ReportRunRow; zone: string }) {
  const t = useT();
  const download = async (format: ReportRunRow['files'][number]['format']): Promise<void> => {
    try {
      const { blob, fileName } = await callFile('reportDownload', { runId: run.runId, format });
      saveFile(blob, fileName);
    } catch (error) {
      toast.failure(error, t('reports.run.downloadFailed'));
    }
  };
  return (
    <li className="pt-reports-run">
      <div className="pt-reports-line">
        <TimeText instant={run.plannedTime ?? run.startTime} zone={zone} />
        <StatusTag tone={runTones[run.state]}>{t(`reports.state.${run.state}`)}</StatusTag>
        {run.rows !== null && <span>{t('reports.run.rows', { count: formatCount(run.rows) })}</span>}
        <span className="pt-muted">
          {run.plannedTime === null ? t('reports.run.byHand', { name: run.handlerName }) : t('reports.run.onTime')}
        </span>
      </div>
      {run.problem !== null && <p>{run.problem}</p>}
      {run.files.length > 0 && (
        <div className="pt-reports-line">
          {run.files.map(({ format }) => (
            <Button key={format} size="small" icon={<DownloadOutlined />} onClick={() => void download(format)}>
              {t('reports.run.download', { format: format.toUpperCase() })}
            </Button>
          ))}
        </div>
      )}
      <Mails run={run} />
    </li>
  );
}

function Runs({ row }: { row: ReportRow }) {
  const t = useT();
  const mayOutbox = useMay('/feedback');
  useLiveRefetch('outbox', 'reportRuns');
  const query = useCall(
    'reportRuns',
    { reportId: row.reportId },
    {
      staleTime: 0,
      keep: true,
      refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') === true ? pollMs : false),
    },
  );
  return (
    <Section title={t('reports.runs')}>
      <Loaded query={query}>
        {(runs) =>
          runs.length === 0 ? (
            <p className="pt-muted">{t('reports.run.none')}</p>
          ) : (
            <>
              <ol className="pt-reports-runs">
                {runs.map((run) => (
                  <RunPart key={run.runId} run={run} zone={row.zone} />
                ))}
              </ol>
              {mayOutbox && (
                <GoLink className="pt-link" href={`/outbox?keyword=${encodeURIComponent(row.reportName)}`}>
                  {t('reports.run.outbox')}
                </GoLink>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

type Props = { row: ReportRow | undefined; onClose: () => void; onSend: (row: ReportRow) => void };

/** A report with what became of each sending. */
export function RunsDrawer({ row, onClose, onSend }: Props) {
  const t = useT();
  return (
    <DetailDrawer
      open={row !== undefined}
      onClose={onClose}
      title={row?.reportName ?? ''}
      mark={row === undefined ? null : <ActiveTag row={row} />}
      size="640px"
      {...(row?.own === true ? { actions: [{ key: 'send', label: t('reports.send'), run: () => onSend(row) }] } : {})}
    >
      {row !== undefined && (
        <>
          <Facts>
            <Fact label={t('reports.column.kind')}>{t(`reports.kind.${row.reportKind}`)}</Fact>
            <Fact label={t('reports.column.times')}>
              <CronText expression={row.cron} zone={row.zone} />
            </Fact>
            <Fact label={t('reports.column.next')}>
              {row.nextTime === null ? null : <TimeText instant={row.nextTime} zone={row.zone} />}
            </Fact>
            <Fact label={t('reports.column.owner')}>{row.ownerName}</Fact>
            <Fact label={t('reports.column.tenant')}>{row.tenantName}</Fact>
            <Fact label={t('reports.column.recipients')}>{row.recipients.map(({ name }) => name).join(', ')}</Fact>
          </Facts>
          <Runs row={row} />
        </>
      )}
    </DetailDrawer>
  );
}
