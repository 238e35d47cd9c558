import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AuditRow } from '#contract/administration/audit.ts';
import { user } from '#entities/user.ts';
import { isKeptByPlatform } from '#shared/entity/declare.ts';
import { callFull } from '#web/base/client.ts';
import { useSession } from '#web/base/session.ts';
import { callEntityFull, callNameOf } from '#web/entity/entity-calls.ts';
import { entityNamed } from '#web/entity/entity-named.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';

/** Acts that changed what was there, so that there is something to go back to. */
const changing: ReadonlySet<string> = new Set(['update', 'delete', 'import', 'restore']);

/** Bookings that were saved or deleted are taken back as one act. */
const businessData = 'business_data';
const businessActs: ReadonlySet<string> = new Set(['saved', 'deleted', 'arrivalCopied']);

/** Was something there before this act that can be brought back? */
export function isUndoable({ entity, action, changes }: Pick<AuditRow, 'entity' | 'action' | 'changes'>): boolean {
  if (entity === user.name) return action === 'delete';
  if (entity === businessData) return businessActs.has(action);
  return entityNamed(entity) !== undefined && changing.has(action) && changes.some(({ before }) => before !== null);
}

function takeBack(row: AuditRow): Promise<{ msg: string }> {
  if (row.entity === user.name) return callFull('userRestore', { wlUserId: row.entityId });
  if (row.entity === businessData) return callFull('undoBusinessData', { changeId: row.entityId });
  return callEntityFull({ name: row.entity }, 'restore', { auditId: row.auditId });
}

/** Takes acts on configured rows back: what was deleted comes back, what was changed is as it was before. */
export function useUndo(done: () => void): { mayUndo: (row: AuditRow) => boolean; undo: (row: AuditRow) => void } {
  const t = useT();
  const client = useQueryClient();
  const writesShared = useSession((session) => session.user?.writesShared !== false);
  const running = useRef(false);

  const ask = async (row: AuditRow): Promise<void> => {
    const agreed = await confirm({
      title: t('audit.undoTitle'),
      content: t(row.action === 'delete' ? 'audit.undoDelete' : 'audit.undoChange', {
        title: row.title || row.entityId,
        time: timeAsText(row.time),
      }),
      okText: t('audit.undo'),
    });
    if (!agreed) return;
    const { msg } = await takeBack(row);
    toast.success(msg);
    void client.invalidateQueries({ queryKey: [callNameOf({ name: row.entity }, 'query')] });
    done();
  };

  return {
    mayUndo: (row) => {
      const entity = entityNamed(row.entity);
      return isUndoable(row) && (entity === undefined || !isKeptByPlatform(entity) || writesShared);
    },
    undo: (row) => {
      if (running.current) return;
      running.current = true;
      ask(row)
        .catch((error: unknown) => toast.failure(error, t('audit.undoFailed')))
        .finally(() => {
          running.current = false;
        });
    },
  };
}
