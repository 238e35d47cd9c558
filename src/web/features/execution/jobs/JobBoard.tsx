import type { CallData } from '#contract/index.ts';
import { LAST_DAY, writeHour } from '#domain/execution/job/created-in.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { zoneOffsetMs } from '#shared/time/zone.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useT } from '#web/i18n/index.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { shortTimeText } from '#web/kit/value/TimeText.tsx';
import { type JobStatus, jobHref, useDurationText, useStatusName } from './job-text.ts';
import './job-board.css';

type Board = CallData<'jobBoard'>;
type Props = { values: SearchValues; onValues: (values: SearchValues) => void };

const states = ['Pending', 'Running', 'Stopping', 'Faulted', 'Successful', 'Stopped'] as const;
const ended: ReadonlySet<JobStatus> = new Set(['Faulted', 'Successful', 'Stopped']);
const kinds = ['faulted', 'stopped', 'open', 'successful'] as const;

/** The filter without these names. */
const without = (values: SearchValues, names: readonly string[]): SearchValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** How many jobs are in each state; pressing one filters the list by it, pressing it again lifts the filter. */
function Pills({ board, values, onValues }: Props & { board: Board }) {
  const t = useT();
  const nameOf = useStatusName();
  const rest = without(values, ['jobStatus', 'createdIn']);
  return (
    <div className="pt-jobs-board-pills" role="group" aria-label={t('jobs.board.states')}>
      {states.map((state) => {
        const chosen = [values['jobStatus']].flat().join() === state;
        const next = { ...rest, jobStatus: [state], ...(ended.has(state) && { createdIn: LAST_DAY }) };
        return (
          <button
            key={state}
            type="button"
            aria-pressed={chosen}
            data-state={state}
            title={ended.has(state) ? t('jobs.board.lastDay') : undefined}
            onClick={() => onValues(chosen ? rest : next)}
          >
            {nameOf(state)} <b>{formatCount(board.states[state])}</b>
          </button>
        );
      })}
      <span className="pt-muted">{t('jobs.board.about')}</span>
    </div>
  );
}

/** The ends of a span of time under a picture of it. */
function Axis({ from, to }: { from: number; to: number }) {
  return (
    <p className="pt-jobs-board-axis pt-muted">
      <span>{shortTimeText(from)}</span>
      <span>{shortTimeText(to)}</span>
    </p>
  );
}

/** A strip that is wider than a phone begins at its end: the newest hours. */
const showNewest = (strip: HTMLElement | null): void => {
  if (strip !== null) strip.scrollLeft = strip.scrollWidth;
};

/** The last 24 hours, a bar for each; pressing one shows the jobs that were created in it. */
function Strip({ board, values, onValues }: Props & { board: Board }) {
  const t = useT();
  const max = Math.max(1, ...board.hours.map((hour) => kinds.reduce((sum, kind) => sum + hour[kind], 0)));
  return (
    <>
      <div className="pt-jobs-board-strip" role="group" aria-label={t('jobs.board.hours')} ref={showNewest}>
        {board.hours.map((hour) => {
          const written = writeHour(hour.from, Math.round(zoneOffsetMs(hour.from, ownZone()) / MINUTE_MS));
          const chosen = values['createdIn'] === written;
          const parts = kinds.filter((kind) => hour[kind] > 0);
          const message = parts.map((kind) => `${t(`jobs.board.kind.${kind}`)} ${formatCount(hour[kind])}`).join(' · ');
          const label = `${shortTimeText(hour.from)} · ${message === '' ? t('jobs.board.none') : message}`;
          return (
            <button
              key={hour.from}
              type="button"
              aria-pressed={chosen}
              aria-label={label}
              title={label}
              onClick={() =>
                onValues(
                  chosen ? without(values, ['createdIn']) : { ...without(values, ['createdIn']), createdIn: written },
                )
              }
            >
              {parts.map((kind) => (
                <span key={kind} data-kind={kind} style={{ height: `${(hour[kind] / max) * 100}%` }} />
              ))}
            </button>
          );
        })}
      </div>
      <Axis from={board.hours[0]?.from ?? board.now} to={board.now} />
    </>
  );
}

/** What each robot did lately, job after job in its own row. */
function RobotRows({ board }: { board: Board }) {
  const t = useT();
  const go = useGo();
  const durationText = useDurationText();
  const nameOf = useStatusName();
  const span = board.now - board.lanesFrom;
  const place = (at: number): number => Math.max(0, Math.min(100, ((at - board.lanesFrom) / span) * 100));
  return (
    <details className="pt-jobs-board-robots">
      <summary>{t('jobs.board.robots', { count: board.lanes.length })}</summary>
      {board.lanes.length === 0 && <p className="pt-muted">{t('jobs.board.noRobots')}</p>}
      <ul>
        {board.lanes.map(({ robotName, jobs }) => (
          <li key={robotName}>
            <span className="pt-jobs-board-robot" title={robotName}>
              {robotName}
            </span>
            <span className="pt-jobs-board-robot">
              {jobs.map(({ jobId, processName, jobStatus, startTime, endTime }) => {
                const took = durationText((endTime ?? board.now) - startTime);
                const label = `#${jobId} ${processName} · ${nameOf(jobStatus)} · ${shortTimeText(startTime)} · ${took}`;
                const left = place(startTime);
                return (
                  <button
                    key={jobId}
                    type="button"
                    data-state={jobStatus}
                    aria-label={label}
                    title={label}
                    style={{ left: `${left}%`, width: `${Math.max(0.4, place(endTime ?? board.now) - left)}%` }}
                    onClick={() => go(jobHref(jobId))}
                  />
                );
              })}
            </span>
          </li>
        ))}
      </ul>
      <Axis from={board.lanesFrom} to={board.now} />
    </details>
  );
}

/** Jobs at a glance, above their list: states, hours and robots, each of which leads to the jobs behind it. */
export function JobBoard(props: Props) {
  const { data } = useCall('jobBoard', undefined, { keep: true, staleTime: 0, refetchInterval: 60_000 });
  useLiveRefetch('job', 'jobBoard');
  if (data === undefined) return <div className="pt-jobs-board" aria-busy="true" />;
  return (
    <div className="pt-jobs-board">
      <Pills board={data} {...props} />
      <Strip board={data} {...props} />
      <RobotRows board={data} />
    </div>
  );
}
