import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { type PriceName, priceCalls } from './price-calls.ts';

/** Takes changes of many prices back. */
export function useUndoMany(of: PriceName, onChanged: () => void): (batch: string) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (batch) => {
    try {
      const { data, msg } = await callFull(priceCalls(of).undo, { batch });
      if (data.left.length === 0) toast.success(msg);
      else
        toast.warn(
          `${msg} ${t('freight.change.left', { numbers: data.left.slice(0, 10).join(', '), count: data.left.length })}`,
        );
    } catch (error) {
      toast.failure(error, t('freight.change.undoFailed'));
      return;
    }
    void client.invalidateQueries({ queryKey: [priceCalls(of).changes] });
    onChanged();
  };
}

/** The latest changes of many prices, each of which can be taken back. */
export function EarlierChanges({ of, open, onChanged }: { of: PriceName; open: boolean; onChanged: () => void }) {
  const t = useT();
  const undo = useUndoMany(of, onChanged);
  const { data = [] } = useCall(priceCalls(of).changes, undefined, { enabled: open, staleTime: 0 });
  if (data.length === 0) return null;
  const ask = async (batch: string, what: string, lines: number): Promise<void> => {
    const agreed = await confirm({
      title: t('freight.change.undoAsk'),
      content: t('freight.change.undoAbout', { what, count: lines }),
      okText: t('freight.change.undo'),
    });
    if (agreed) await undo(batch);
  };
  return (
    <section aria-label={t('freight.change.earlier')}>
      <h3 className="pt-change-earlier">{t('freight.change.earlier')}</h3>
      <div className="pt-change-preview" tabIndex={0} role="group" aria-label={t('freight.change.earlier')}>
        <table className="pt-mini">
          <tbody>
            {data.map(({ batch, time, userName, what, lines, undoneTime, undoneBy }) => (
              <tr key={batch}>
                <td>
                  <TimeText instant={time} />
                </td>
                <td>{userName}</td>
                <td>{what}</td>
                <td data-end="">{t('freight.change.lines', { count: lines })}</td>
                <td>
                  {undoneTime === null ? (
                    <Button size="small" onClick={() => void ask(batch, what, lines)}>
                      {t('freight.change.undo')}
                    </Button>
                  ) : (
                    <span className="pt-muted">{t('freight.change.undone', { by: undoneBy ?? '' })}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
