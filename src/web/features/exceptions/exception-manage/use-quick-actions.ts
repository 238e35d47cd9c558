import { useGo } from '#web/base/page-hooks.ts';
import { useQuickActs } from '#web/handling/use-quick-acts.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type ExceptionRow, traceTargetOf } from './row-rules.ts';

/** Keys that handle an exception without a dialog: a number for each status, M, T and Z. */
export function useQuickActions(
  onSelected: () => void,
  onward: (row: ExceptionRow) => void,
): RowAction<ExceptionRow>[] {
  const t = useT();
  const go = useGo();
  const acts = useQuickActs();
  const { options } = useDict('HANDLE_STATUS');
  const keyOnly = true as const;
  return [
    ...options.slice(0, 9).map(({ value, label }, index) => ({
      key: `status-${value}`,
      label: t('quickActs.status', { status: label }),
      digit: String(index + 1),
      keyOnly,
      run: (row: ExceptionRow) => {
        acts.setStatus(row.obmAutotestResult, value);
        onward(row);
      },
      // Many at once are not handled by a single key: the dialog says how many first.
      runSelected: onSelected,
    })),
    {
      key: 'mine',
      label: t('quickActs.assignToMe'),
      keyOnly,
      run: (row) => acts.assignToMe(row.obmAutotestResult),
    },
    {
      key: 'trace',
      label: t('exceptionManage.openTrace'),
      keyOnly,
      run: (row) => {
        const target = traceTargetOf(row);
        if ('href' in target) go(target.href);
        else toast.warn(t(`exceptionManage.problem.${target.problem}`));
      },
    },
    { key: 'undo', label: t('quickActs.undoLast'), keyOnly, run: acts.undo },
  ];
}
