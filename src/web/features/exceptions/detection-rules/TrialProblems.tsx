import { Segmented } from 'antd';
import { useState } from 'react';
import type { RuleRun, TriedProblem } from '#contract/exceptions/rule-backtest.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

const firstPage = { currentPage: 1, pageSize: 10 };
const outcomes = ['all', 'same', 'new', 'gone'] as const;
const outcomeKey = { all: 'all', same: 'same', new: 'added', gone: 'gone' } as const;
const tones = { same: 'neutral', new: 'info', gone: 'warn' } as const;

function ProblemRow({ row }: { row: TriedProblem }) {
  const t = useT();
  const statuses = useDict('HANDLE_STATUS');
  const number = row.blNo ?? row.ctnNo ?? row.obmTkSubscribeId;
  return (
    <tr>
      <th scope="row">
        {row.bkId === null ? (
          number
        ) : (
          <GoLink className="pt-link pt-mono" href={`/trace-detail?${new URLSearchParams({ obmBkId: row.bkId })}`}>
            {number}
          </GoLink>
        )}
      </th>
      <td>
        <StatusTag tone={tones[row.outcome]}>{t(`detectionRules.trial.${outcomeKey[row.outcome]}`)}</StatusTag>
      </td>
      <td>
        <SeverityMark severity={row.severity} wordless /> {row.text}
      </td>
      <td>
        <TimeText instant={row.firstTime} />
      </td>
      <td>{row.goneTime === null ? '—' : <TimeText instant={row.goneTime} />}</td>
      <td>
        {row.handleStatus === null ? (
          '—'
        ) : (
          <StatusTag tone={handleTone(row.handleStatus)}>{statuses.nameOf(row.handleStatus)}</StatusTag>
        )}
      </td>
    </tr>
  );
}

/** What a trial found, problem by problem, with the way to each shipment. */
export function TrialProblems({ run }: { run: RuleRun }) {
  const t = useT();
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('all');
  const [page, setPage] = useState(firstPage);
  const query = useCall(
    'ruleRunProblems',
    { runId: run.runId, ...page, ...(outcome === 'all' ? {} : { outcome: [outcome] }) },
    { keep: true },
  );
  const listed = run.result?.listed ?? 0;
  const found = run.result === null ? 0 : run.result.tried.total + sumOf(run.result.gone);
  return (
    <>
      <Segmented
        value={outcome}
        options={outcomes.map((one) => ({ value: one, label: t(`detectionRules.trial.${outcomeKey[one]}`) }))}
        onChange={(one) => {
          setOutcome(one);
          setPage({ ...page, currentPage: 1 });
        }}
      />
      {listed < found && <p className="pt-muted">{t('detectionRules.trial.cut', { count: listed })}</p>}
      <Loaded query={query}>
        {({ records, totalRecord }) =>
          totalRecord === 0 ? (
            <p>{t('detectionRules.trial.noProblems')}</p>
          ) : (
            <>
              <table className="pt-mini">
                <thead>
                  <tr>
                    <th scope="col">{t('detectionRules.trial.bill')}</th>
                    <th scope="col">{t('detectionRules.trial.compare')}</th>
                    <th scope="col">{t('detectionRules.trial.what')}</th>
                    <th scope="col">{t('detectionRules.trial.first')}</th>
                    <th scope="col">{t('detectionRules.trial.gone2')}</th>
                    <th scope="col">{t('detectionRules.trial.handled')}</th>
                  </tr>
                </thead>
                <tbody>
                  {records.map((row) => (
                    <ProblemRow key={`${row.obmTkSubscribeId} ${row.text} ${row.firstTime} ${row.outcome}`} row={row} />
                  ))}
                </tbody>
              </table>
              <Pager
                page={page.currentPage}
                pageSize={page.pageSize}
                total={totalRecord}
                onChange={(currentPage, pageSize) => setPage({ currentPage, pageSize })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
