import { Button } from 'antd';
import { useState } from 'react';
import { type Mend, nobody, type Why } from '#domain/tracking/why/why.ts';
import { call } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useMay } from '#web/base/session.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import './why.css';

/** What the button acts on. */
type About = {
  bkId?: string | null | undefined;
  subscriptionId?: string | null | undefined;
  scheduleId?: string | undefined;
  taskId?: string | undefined;
  /** Called when the button has done its work. */
  onMended?: () => void;
};

/** The sentence in the language of the screen, its instants as texts. */
export function useWhyText(): (why: Why) => string {
  const t = useT();
  return ({ kind, params }) => {
    const shown = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        name.endsWith('At') && typeof value === 'number'
          ? timeAsText(value)
          : name === 'who' && value === nobody
            ? t('why.somebody')
            : value,
      ]),
    );
    // The kind decides which values its text takes.
    return textOfKey(`why.${kind}`, shown);
  };
}

/** What the button of a sentence does; nothing where the person may not, or there is nothing to act on. */
function useMends({
  bkId,
  subscriptionId,
  scheduleId,
  taskId,
  onMended,
}: About): Readonly<Partial<Record<Mend, () => Promise<void> | void>>> {
  const t = useT();
  const go = useGo();
  const [mayPorts, maySchedule] = [useMay('/unknown-ports'), useMay('/schedule')];
  const [mayAsk, mayStart] = [useMayCall('activatePullRecords'), useMayCall('startSchedules')];
  const [mayRetry, mayCorrect] = [useMayCall('retryTask'), useMayCall('saveBusinessData')];
  const message = async (act: Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await act;
      toast.success(done);
    } catch (error) {
      toast.failure(error, failed);
    }
    onMended?.();
  };
  const askAgain = () =>
    message(call('activatePullRecords', [subscriptionId ?? '']), t('why.asked'), t('why.askFailed'));
  return {
    ...(mayPorts && { mapPort: () => go('/unknown-ports') }),
    ...(mayAsk && subscriptionId && { askAgain }),
    ...(mayStart &&
      scheduleId && {
        startSchedule: () => message(call('startSchedules', [scheduleId]), t('why.started'), t('why.startFailed')),
      }),
    ...(maySchedule && { editSchedule: () => go('/schedule') }),
    ...(mayRetry &&
      taskId !== undefined && {
        retryTask: () => message(call('retryTask', { taskId }), t('why.retried'), t('why.retryFailed')),
      }),
    ...(mayCorrect &&
      bkId && {
        correctBooking: () => go(`/exceptionBusinessDetail?${new URLSearchParams({ obmBkId: bkId }).toString()}`),
      }),
  };
}

/** Why something is as it is, in one sentence, with the one button that mends it. */
export function WhyLine({ why, strong = false, ...about }: About & { why: Why; strong?: boolean }) {
  const t = useT();
  const textOf = useWhyText();
  const act = useMends(about)[why.mend ?? 'correctValue'];
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    await act?.();
    setBusy(false);
  };
  return (
    <p className={strong ? 'pt-why pt-why-line' : 'pt-why-line'}>
      {textOf(why)}
      {act !== undefined && why.mend !== undefined && (
        <Button size="small" loading={busy} onClick={() => void run()}>
          {t(`why.mend.${why.mend}`)}
        </Button>
      )}
    </p>
  );
}
