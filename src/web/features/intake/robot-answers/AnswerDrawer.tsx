import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { robotAnswersList } from '#lists/robot-answers.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { readerOf, reasonsOf } from './answer-text.ts';

type Detail = CallData<'rpaAnswerGet'>;

function Problems({ problems }: Pick<Detail, 'problems'>) {
  const t = useT();
  return (
    <ul className="pt-robot-problems">
      {problems.map((problem, index) => (
        <li key={index}>
          {problem.row !== null && <span className="pt-muted">{t('robotAnswers.row', { row: problem.row })} </span>}
          {problem.text}
        </li>
      ))}
    </ul>
  );
}

function Shipments({ shipments }: Pick<Detail, 'shipments'>) {
  const t = useT();
  if (shipments.length === 0) return <p className="pt-muted">{t('robotAnswers.noShipment')}</p>;
  return (
    <ul className="pt-robot-problems">
      {shipments.map((shipment) => (
        <li key={shipment.subscriptionId}>
          {shipment.shipmentId === null ? (
            <span className="pt-mono">{shipment.billNo ?? shipment.containerNo}</span>
          ) : (
            <GoLink className="pt-link pt-mono" href={makeHref('/trace-detail', { obmBkId: shipment.shipmentId })}>
              {shipment.billNo ?? shipment.containerNo}
            </GoLink>
          )}
          {` · ${shipment.tenantName} `}
          {shipment.current && <StatusTag tone="ok">{t('robotAnswers.current')}</StatusTag>}
        </li>
      ))}
    </ul>
  );
}

/** What of the layout is gone and new beside the last page that was read in full. */
function Layout({ layout, onAnswer }: { layout: NonNullable<Detail['layout']>; onAnswer: (answerId: string) => void }) {
  const t = useT();
  const { gone, added } = layout;
  return (
    <>
      <p className="pt-muted">
        {t('robotAnswers.layout.beside')} <TimeText instant={layout.receiveTime} />{' '}
        <button type="button" className="pt-link" onClick={() => onAnswer(layout.answerId)}>
          {t('robotAnswers.layout.show')}
        </button>
      </p>
      {gone.length + added.length === 0 && <p>{t('robotAnswers.layout.same')}</p>}
      {(
        [
          ['gone', gone],
          ['added', added],
        ] as const
      ).map(
        ([kind, parts]) =>
          parts.length > 0 && (
            <details key={kind} open>
              <summary>{t(`robotAnswers.layout.${kind}`, { count: parts.length })}</summary>
              <ul className="pt-robot-problems pt-mono">
                {parts.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            </details>
          ),
      )}
    </>
  );
}

function Body({ detail, onAnswer }: { detail: Detail; onAnswer: (answerId: string) => void }) {
  const t = useT();
  const { label } = useListLabels(robotAnswersList);
  const { answer, job } = detail;
  const mayJobs = useMay('/job');
  return (
    <>
      {answer.reasons.length > 0 && <p className="pt-why">{reasonsOf(answer)}</p>}
      <Facts>
        <Fact label={label('parserId')}>{readerOf(answer)}</Fact>
        <Fact label={label('events')}>{answer.events}</Fact>
        <Fact label={label('collectTime')}>
          <TimeText instant={answer.collectTime} />
        </Fact>
        <Fact label={label('receiveTime')}>
          <TimeText instant={answer.receiveTime} />
        </Fact>
        <Fact label={label('robotId')}>{answer.robotId}</Fact>
        <Fact label={label('jobId')} copy={answer.jobId}>
          {job === null || !mayJobs ? (
            answer.jobId
          ) : (
            <GoLink className="pt-link" href={makeHref('/job/detail', { jobId: job.jobId })}>
              #{job.jobId} {job.processName}
            </GoLink>
          )}
        </Fact>
      </Facts>
      {detail.problems.length > 0 && (
        <Section title={t('robotAnswers.section.problems')}>
          <Problems problems={detail.problems} />
        </Section>
      )}
      {detail.layout !== null && (
        <Section title={t('robotAnswers.section.layout')}>
          <Layout layout={detail.layout} onAnswer={onAnswer} />
        </Section>
      )}
      <Section title={t('robotAnswers.section.shipments')}>
        <Shipments shipments={detail.shipments} />
      </Section>
      <Section title={t('robotAnswers.section.text')}>
        {detail.cut && <p className="pt-muted">{t('robotAnswers.cut')}</p>}
        {/* As text: markup of somebody else is never shown as a page. */}
        <pre className="pt-robot-text" tabIndex={0} aria-label={t('robotAnswers.section.text')}>
          {detail.text}
        </pre>
      </Section>
    </>
  );
}

type Props = {
  id: string | undefined;
  open: boolean;
  onClose: () => void;
  /** Shows another answer in its place. */
  onAnswer: (answerId: string) => void;
  /** Makes a reader of the page by its columns; left out: the caller may not. */
  onReader?: ((page: { answerId: string; carrierCode: string }) => void) | undefined;
};

/** One answer to read: what was read of it, for which shipments, what was wrong, and the text as it came. */
export function AnswerDrawer({ id, open, onClose, onAnswer, onReader }: Props) {
  const t = useT();
  const { tag } = useListLabels(robotAnswersList);
  const query = useCall('rpaAnswerGet', { answerId: id ?? '' }, { enabled: open && id !== undefined, staleTime: 0 });
  const answer = query.data?.answer;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(1040px, 94vw)"
      title={
        answer === undefined
          ? t('robotAnswers.answer')
          : `${answer.carrierName ?? answer.carrierCode} ${answer.subjectNo}`
      }
      mark={answer && tag('state', answer.state)}
      extra={
        answer &&
        onReader && (
          <Button size="small" onClick={() => onReader(answer)}>
            {t('robotAnswers.reader.ofPage')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{(detail) => <Body detail={detail} onAnswer={onAnswer} />}</Loaded>
    </DetailDrawer>
  );
}
