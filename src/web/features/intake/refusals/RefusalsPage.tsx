import type { CallData } from '#contract/index.ts';
import { refusalsList } from '#lists/refusals.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { recentDays } from '#web/list/list-address.ts';
import { ListView } from '#web/list/ListView.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { RefusalDrawer } from './RefusalDrawer.tsx';
import './refusals.css';

/** Sources and reasons of the days chosen, as the answer names them. */
const choicesOf = (answer: CallData<'refusalQuery'> | undefined) => ({
  sourceCode: (answer?.sources ?? []).map(({ code, name }) => ({ value: code, label: name })),
  reason: (answer?.reasons ?? []).map(({ code, text }) => ({ value: code, label: text })),
});

/** What sources sent and was not taken: how much, from whom, and why; the newest pieces of each. */
export function RefusalsPage() {
  const t = useT();
  const list = useList(refusalsList, { choices: choicesOf });
  const { control, query } = list;
  const shown = useShown<string>();
  const view = (row: RowOf<typeof refusalsList>): void => shown.show(row.groupId);
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[viewAction(t('refusals.view'), view)]}
        onOpen={view}
        toolbar={query.data && <span className="pt-muted">{t('refusals.total', { count: query.data.refused })}</span>}
      />
      <RefusalDrawer
        key={shown.item ?? ''}
        groupId={shown.item}
        days={recentDays(refusalsList.filters.days, control.state.values['days'])}
        open={shown.open}
        onClose={shown.hide}
      />
    </div>
  );
}
