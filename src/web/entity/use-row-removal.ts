import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { toError } from '#shared/values/errors.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import {
  type AuditEntry,
  callEntity,
  callEntityFull,
  callNameOf,
  idOf,
  type Row,
  staleOf,
  titleOf,
  wantsConfirmation,
} from './entity-calls.ts';

type Question = { title: string; okText: string };

/** Removes a row; where the server has a question first, it is asked. Hands back what was shown, or undefined if it was left. */
async function removeNow(entity: Entity, row: Row, question: Question): Promise<string | undefined> {
  // What somebody else changed meanwhile is not removed unseen.
  const { recordVersion } = row;
  const key = { [entity.id]: row[entity.id], ...(typeof recordVersion === 'number' ? { recordVersion } : {}) };
  try {
    return (await callEntityFull<null>(entity, 'delete', key)).msg;
  } catch (error) {
    if (!wantsConfirmation(error)) throw error;
    const agreed = await confirm({ ...question, content: toError(error).message, danger: true });
    return agreed ? (await callEntityFull<null>(entity, 'delete', { ...key, confirmed: 1 })).msg : undefined;
  }
}

/** Removes a row after asking, and offers to bring it back; both tell the list what happened. */
export function useRowRemoval(
  entity: Entity,
  after: {
    undoable: boolean;
    undo?: ((row: Row) => Promise<Row>) | undefined;
    removed: (row: Row) => void;
    restored: (row: Row) => void;
  },
): { remove: (row: Row) => void; restore: (auditId: string, recordVersion?: unknown) => Promise<void> } {
  const t = useT();
  const lang = useLang();
  const client = useQueryClient();
  const running = useRef(false);
  const key = (row: Row): Row => ({ [entity.id]: row[entity.id] });

  const restore = async (auditId: string, recordVersion?: unknown): Promise<void> => {
    try {
      const version = typeof recordVersion === 'number' ? { recordVersion } : {};
      const { data, msg } = await callEntityFull<Row>(entity, 'restore', { auditId, ...version });
      toast.success(msg || t('entity.restored'));
      after.restored(data);
    } catch (error) {
      toast.failure(error, t('entity.restoreFailed'));
      throw error;
    }
  };

  const undo = async (row: Row): Promise<void> => {
    try {
      if (after.undo !== undefined) {
        after.restored(await after.undo(row));
        toast.success(t('entity.restored'));
        return;
      }
      const entries = await callEntity<AuditEntry[]>(entity, 'history', key(row));
      const entry = entries.find((item) => item.action === 'delete');
      if (entry !== undefined) await restore(entry.auditId);
    } catch (error) {
      toast.failure(error, t('entity.restoreFailed'));
    }
  };

  const askAndRemove = async (row: Row): Promise<void> => {
    const title = titleOf(entity, row) || idOf(entity, row);
    const question = { title: t('entity.removeTitle', { name: entity.label[lang] }), okText: t('common.delete') };
    const content = after.undoable ? t('entity.removeContent', { title }) : t('entity.removeForGood', { title });
    if (!(await confirm({ ...question, content, danger: true }))) return;
    const msg = await removeNow(entity, row, question);
    if (msg === undefined) return;
    const done = msg || (entity.message?.removed?.[lang] ?? t('entity.removed'));
    const message = t('entity.removedOne', { done, title });
    toast.success(message, after.undoable ? { action: { label: t('entity.undo'), run: () => void undo(row) } } : {});
    after.removed(row);
    await client.invalidateQueries({ queryKey: [callNameOf(entity, 'history')] });
  };

  return {
    restore,
    remove: (row) => {
      // One question at a time, however often the key is pressed.
      if (running.current) return;
      running.current = true;
      askAndRemove(row)
        .catch((error: unknown) => {
          toast.failure(error, entity.message?.removeFailed?.[lang] ?? t('entity.removeFailed'));
          // Somebody else was faster: the list shows what is there now.
          if (staleOf(error) !== undefined) void client.invalidateQueries({ queryKey: [callNameOf(entity, 'query')] });
        })
        .finally(() => {
          running.current = false;
        });
    },
  };
}
