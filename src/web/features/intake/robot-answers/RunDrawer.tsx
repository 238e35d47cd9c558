import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { RunProgress } from '#web/kit/run/RunProgress.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { PathName } from '#web/kit/value/EvidenceTable.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { runText, type Run } from './run-text.ts';

type Difference = CallData<'rpaDifferences'>['records'][number];
type Props = { runId: string | undefined; open: boolean; onClose: () => void; onAnswer: (answerId: string) => void };

function Value({ difference, text }: { difference: Difference; text: string | null }) {
  if (text === null) return <>—</>;
  return difference.isTime ? <TimeText instant={Number(text)} /> : <>{text}</>;
}

function DifferenceLine({ difference, onAnswer }: { difference: Difference; onAnswer: Props['onAnswer'] }) {
  const t = useT();
  return (
    <tr>
      <td>
        <button type="button" className="pt-link pt-mono" onClick={() => onAnswer(difference.answerId)}>
          {difference.subjectNo}
        </button>
      </td>
      <td>{t(`robotAnswers.difference.${difference.kind}`)}</td>
      <td>{difference.path === null ? t('robotAnswers.whole') : <PathName path={difference.path} />}</td>
      <td>
        <Value difference={difference} text={difference.before} />
      </td>
      <td>
        <Value difference={difference} text={difference.after} />
      </td>
    </tr>
  );
}

const titles = {
  trial: ['subject', 'kind', 'attribute', 'before', 'after'],
  apply: ['subject', 'kind', 'attribute', 'former', 'now'],
} as const;

function Differences({ run, onAnswer }: { run: Run; onAnswer: Props['onAnswer'] }) {
  const t = useT();
  const [page, setPage] = useState({ currentPage: 1, pageSize: 50 });
  const query = useCall('rpaDifferences', { runId: run.runId, ...page }, { keep: true });
  // A run that goes on finds more of them.
  useLiveRefetch('rpa', 'rpaDifferences');
  return (
    <Loaded query={query}>
      {(data) =>
        data.totalRecord === 0 ? (
          <p className="pt-muted">{t(run.state === 'running' ? 'robotAnswers.notYet' : 'robotAnswers.noDifference')}</p>
        ) : (
          <>
            <table className="pt-mini">
              <thead>
                <tr>
                  {titles[run.kind].map((title) => (
                    <th key={title}>{t(`robotAnswers.difference.${title}`)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.records.map((difference) => (
                  <DifferenceLine key={difference.differenceId} difference={difference} onAnswer={onAnswer} />
                ))}
              </tbody>
            </table>
            <Pager
              page={page.currentPage}
              pageSize={page.pageSize}
              total={data.totalRecord}
              onChange={(currentPage, pageSize) => setPage({ currentPage, pageSize })}
            />
          </>
        )
      }
    </Loaded>
  );
}

function Body({ run, onAnswer }: { run: Run; onAnswer: Props['onAnswer'] }) {
  const t = useT();
  return (
    <>
      <RunProgress run={run} text={runText(t, run)} />
      <Section title={t('robotAnswers.section.differences')}>
        <Differences key={run.runId} run={run} onAnswer={onAnswer} />
      </Section>
    </>
  );
}

/** One run of a version over stored answers: how far it is, and every value it makes otherwise. */
export function RunDrawer({ runId, open, onClose, onAnswer }: Props) {
  const t = useT();
  const query = useCall('rpaRuns', {}, { enabled: open, staleTime: 0, keep: true });
  useLiveRefetch('rpa', 'rpaRuns');
  const run = query.data?.find((one) => one.runId === runId);
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(1040px, 94vw)"
      title={
        run === undefined
          ? t('robotAnswers.run.title')
          : `${run.parserId} · ${t(`robotAnswers.run.${run.kind}`, { version: run.version })}`
      }
    >
      <Loaded query={query}>{() => (run === undefined ? null : <Body run={run} onAnswer={onAnswer} />)}</Loaded>
    </DetailDrawer>
  );
}
