import { whyTask } from '#domain/tracking/why/why.ts';
import { useT } from '#web/i18n/index.ts';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';

type Queue = NonNullable<OverviewData['queue']>;

function Kinds({ kinds, now }: { kinds: Queue['kinds']; now: number }) {
  const t = useT();
  const numberText = useNumbers();
  const capped = ({ count, more }: { count: number; more: boolean }): string =>
    `${numberText(count)}${more ? '+' : ''}`;
  return (
    <table className="pt-ov-table">
      <caption className="pt-sr-only">{t('overview.queue.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('overview.queue.kind')}</th>
          <th scope="col" className="pt-ov-end">
            {t('overview.queue.waiting')}
          </th>
          <th scope="col" className="pt-ov-end">
            {t('overview.queue.due')}
          </th>
          <th scope="col" className="pt-ov-end">
            {t('overview.queue.running')}
          </th>
          <th scope="col" className="pt-ov-end">
            {t('overview.queue.dead')}
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((row) => (
          <tr key={row.kind}>
            <th scope="row" title={row.kind}>
              {row.name}
            </th>
            <td className="pt-ov-end">{capped(row.waiting)}</td>
            <td className="pt-ov-end">
              {capped(row.due)}
              {row.oldestDueTime !== null && now - row.oldestDueTime >= 60_000 && (
                <span className="pt-muted">
                  {' '}
                  <ElapsedText instant={row.oldestDueTime} now={now} />
                </span>
              )}
            </td>
            <td className="pt-ov-end">{numberText(row.running)}</td>
            <td className={row.dead.count > 0 ? 'pt-ov-end pt-ov-bad' : 'pt-ov-end'}>{capped(row.dead)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Background work by kind, and why tasks were given up. */
export function QueuePanel({ queue, now, onMended }: { queue: Queue; now: number; onMended: () => void }) {
  const t = useT();
  return (
    <div className="pt-ov-scroll" tabIndex={0} role="region" aria-label={t('overview.queue.title')}>
      <Kinds kinds={queue.kinds} now={now} />
      {queue.dead.length > 0 && (
        <>
          <h3>{t('overview.queue.givenUp')}</h3>
          <ul className="pt-ov-dead">
            {queue.dead.map((task) => (
              <li key={task.id}>
                <b>{task.name}</b> <span className="pt-mono">#{task.id}</span>{' '}
                <WhyLine
                  why={whyTask({
                    of: 'task',
                    status: 'dead',
                    attempts: task.attempts,
                    error: task.error,
                    runAt: task.createTime,
                    now,
                  })}
                  taskId={task.id}
                  onMended={onMended}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
