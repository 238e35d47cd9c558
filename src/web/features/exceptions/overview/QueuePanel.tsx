import { whyTask } from '#domain/tracking/why/why.ts';
import { useT } from '#web/i18n/index.ts';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type Queue = NonNullable<OverviewData['queue']>;

function Kinds({ kinds, now }: { kinds: Queue['kinds']; now: number }) {
  const t = useT();
  const numberText = useNumbers();
  const capped = ({ count, more }: { count: number; more: boolean }): string =>
    `${numberText(count)}${more ? '+' : ''}`;
  return (
    <MiniTable
      label={t('overview.queue.title')}
      className="pt-ov-table"
      phone="table"
      columns={[
        { key: 'kind', title: t('overview.queue.kind'), isRowHead: true },
        { key: 'waiting', title: t('overview.queue.waiting'), isNumber: true },
        { key: 'due', title: t('overview.queue.due'), isNumber: true },
        { key: 'running', title: t('overview.queue.running'), isNumber: true },
        { key: 'dead', title: t('overview.queue.dead'), isNumber: true },
      ]}
      rows={kinds}
      rowKey={(row) => row.kind}
      cells={(row) => ({
        kind: { content: row.name, title: row.kind },
        waiting: capped(row.waiting),
        due: (
          <>
            {capped(row.due)}
            {row.oldestDueTime !== null && now - row.oldestDueTime >= 60_000 && (
              <span className="pt-muted">
                {' '}
                <ElapsedText instant={row.oldestDueTime} now={now} />
              </span>
            )}
          </>
        ),
        running: numberText(row.running),
        dead: { content: capped(row.dead), className: row.dead.count > 0 ? 'pt-ov-bad' : undefined },
      })}
    />
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
