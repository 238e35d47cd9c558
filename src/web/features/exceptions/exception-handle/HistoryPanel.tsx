import { DeleteOutlined } from '@ant-design/icons';
import { historyKinds } from '#contract/exceptions/exception-names.ts';
import type { HistoryEntry } from '#contract/exceptions/handling.ts';
import { callFull } from '#web/base/client.ts';
import { type PlainKey, useT } from '#web/i18n/index.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { CommentBox } from './CommentBox.tsx';
import { splitMentions } from './mentions.ts';

const fields = ['handleStatus', 'handleRemark', 'chargeName', 'cause'] as const;
const kindKey = (kind: string): PlainKey =>
  `exceptionHandle.kind.${historyKinds.find((known) => known === kind) ?? 'other'}`;

function Change({ change }: { change: HistoryEntry['changes'][number] }) {
  const t = useT();
  const field = fields.find((known) => known === change.field);
  const name = field === undefined ? change.field : t(`exceptionHandle.field.${field}`);
  if (field === 'cause') {
    return (
      <li data-sign={change.after === null ? '-' : '+'}>
        {change.after === null ? <del>{change.before}</del> : <ins>{change.after}</ins>}
      </li>
    );
  }
  return (
    <li>
      {name}: <b>{change.after || t('exceptionHandle.empty')}</b>
      {change.before && <span className="pt-muted"> {t('exceptionHandle.from', { value: change.before })}</span>}
    </li>
  );
}

/** The words of a comment with the people it names set apart. */
function CommentText({ comment }: { comment: NonNullable<HistoryEntry['comment']> }) {
  const parts = splitMentions(
    comment.body,
    comment.mentions.map(({ userName }) => userName),
  );
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
          <span key={index} className="pt-handle-mention">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

function Entry({ entry, onChanged }: { entry: HistoryEntry; onChanged: () => void }) {
  const t = useT();
  const { comment } = entry;
  const mark = async (isDelete: 0 | 1): Promise<void> => {
    if (comment === null) return;
    try {
      const { msg } = await callFull('removeExceptionComment', {
        exceptionCommentId: comment.exceptionCommentId,
        isDelete,
      });
      if (isDelete === 1)
        toast.info(t('exceptionHandle.commentRemoved'), {
          action: { label: t('exceptionHandle.undo'), run: () => void mark(0) },
        });
      else toast.success(msg);
      onChanged();
    } catch (error) {
      toast.failure(error, t('common.failed'));
    }
  };
  return (
    <li className="pt-handle-entry" data-kind={entry.kind}>
      <div className="pt-handle-entry-head">
        <b>{entry.actorName ?? t('exceptionHandle.system')}</b>
        <span>{t(kindKey(entry.kind))}</span>
        <TimeText instant={entry.time} short />
        {comment?.own === true && (
          <button
            type="button"
            className="pt-handle-remove"
            aria-label={t('exceptionHandle.removeComment')}
            title={t('exceptionHandle.removeComment')}
            onClick={() => void mark(1)}
          >
            <DeleteOutlined />
          </button>
        )}
      </div>
      {comment !== null && (
        <p className="pt-handle-comment">
          <CommentText comment={comment} />
        </p>
      )}
      {entry.note !== null && <p className="pt-handle-note">{entry.note}</p>}
      {entry.changes.length > 0 && (
        <ul className="pt-handle-changes">
          {entry.changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two changes may read alike, and an entry never changes
            <Change key={index} change={change} />
          ))}
        </ul>
      )}
    </li>
  );
}

type Props = {
  exceptionId: string;
  entries: readonly HistoryEntry[] | undefined;
  error: Error | null;
  onChanged: () => void;
};

/** What happened to the exception and what was shown about it, newest first, with a place to say more. */
export function HistoryPanel({ exceptionId, entries, error, onChanged }: Props) {
  const t = useT();
  return (
    <section className="pt-handle-card pt-handle-history" aria-label={t('exceptionHandle.history')}>
      <div className="pt-handle-card-head">
        <h2>{t('exceptionHandle.history')}</h2>
      </div>
      <CommentBox exceptionId={exceptionId} onSent={onChanged} />
      {entries === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState message={error.message} onRetry={onChanged} />
        )
      ) : entries.length === 0 ? (
        <p className="pt-handle-none">{t('exceptionHandle.historyEmpty')}</p>
      ) : (
        <ol className="pt-handle-entries">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onChanged={onChanged} />
          ))}
        </ol>
      )}
    </section>
  );
}
