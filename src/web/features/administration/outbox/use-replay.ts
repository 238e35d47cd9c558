import { useQueryClient } from '@tanstack/react-query';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** Sends notifications again once the reader agrees. */
export function useReplay(): (ids: readonly string[]) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (ids) => {
    const agreed = await confirm({
      title: t('outbox.replayTitle', { count: ids.length }),
      content: t('outbox.replayContent'),
      okText: t('outbox.replay'),
    });
    if (!agreed) return;
    try {
      const { data, msg } = await callFull('outboxReplay', { notificationIds: [...ids] });
      if (data.queued > 0) toast.success(msg);
      else toast.info(msg);
      await Promise.all(['outboxQuery', 'outboxGet'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    } catch (error) {
      toast.failure(error, t('outbox.replayFailed'));
    }
  };
}
