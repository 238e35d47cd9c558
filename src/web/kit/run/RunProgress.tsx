import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { useOnce } from '#web/kit/use-once.ts';
import './run.css';

/** Long work over many rows, as every kind of run shows it. */
type Run = { state: 'running' | 'done' | 'cancelled' | 'failed'; done: number; total: number };

const toneOf = { running: 'active', done: 'success', cancelled: 'normal', failed: 'exception' } as const;

/** Share of a run that is done, in whole percent. */
const percentOf = ({ done, total, state }: Run): number =>
  state === 'done' || total === 0 ? 100 : Math.floor((done * 100) / total);

type Props = {
  run: Run;
  /** How far it is or how it ended, in words. */
  text: string;
  /** More about it, such as what came of it, and who started it. */
  children?: ReactNode;
  /** Stops it; without it there is no button. */
  onCancel?: (() => Promise<void>) | undefined;
};

/** How far a run is, what came of it, and a way to stop it. */
export function RunProgress({ run, text, children, onCancel }: Props) {
  const t = useT();
  const cancel = useOnce(async () => onCancel?.());
  return (
    <div className="pt-run" data-state={run.state}>
      <Progress percent={percentOf(run)} size="small" status={toneOf[run.state]} aria-label={text} />
      <span role="status">{text}</span>
      {children}
      {run.state === 'running' && onCancel !== undefined && (
        <Button size="small" loading={cancel.busy} onClick={() => cancel.run()}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}
