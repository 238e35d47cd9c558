import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useLiveRefetch } from '#web/app/live.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { listAddress, pageOf } from '#web/kit/list/list-state.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { type AnswerRow, useAnswerColumns } from './columns.tsx';
import { answerFields, linkFields, useAnswerFields, useReasonField } from './fields.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { ParserPanel } from './ParserPanel.tsx';
import { RunDrawer } from './RunDrawer.tsx';
import './robot-answers.css';

const ROUTE = '/robot-answers';
const address = listAddress({ fields: [...answerFields, ...linkFields], pageSize: 20 });
const idOf = (row: AnswerRow): string => row.answerId;

/** What robots brought: parsers with their versions above, every answer below. */
export function RobotAnswersPage() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const { state, change } = list;
  const columns = useAnswerColumns();
  const [keysOpen, setKeysOpen] = useState(false);
  const answer = useShown<string>();
  const run = useShown<string>();
  const parsers = useCall('rpaParsers', { hours: 168 }, { keep: true });
  const query = useCall('rpaAnswerQuery', { ...pageOf(state), ...state.values }, { keep: true });
  useLiveRefetch('rpa', 'rpaParsers');
  useLiveRefetch('rpa', 'rpaAnswerQuery');
  useLiveRefetch('rpa', 'rpaAnswerGet');
  useLiveRefetch('rpa', 'rpaDifferences');
  const fields = useAnswerFields(parsers.data);
  const links = useReasonField(parsers.data);
  const actions: RowAction<AnswerRow>[] = [viewAction(t('robotAnswers.view'), (row) => answer.show(idOf(row)))];
  return (
    <div className="pt-list">
      <ParserPanel query={parsers} onRun={run.show} onFilter={(values) => change({ values, page: 1 })} />
      <QueryList<AnswerRow>
        list={list}
        query={query}
        fields={fields}
        links={links}
        table="robot-answers"
        label={t('robotAnswers.answers')}
        columns={columns}
        rowKey={idOf}
        actions={actions}
        onOpen={(row) => answer.show(idOf(row))}
        emptyText={t('robotAnswers.empty')}
        toolbar={
          <Button size="small" icon={<KeyOutlined />} onClick={() => setKeysOpen(true)}>
            {t('robotAnswers.keys.button')}
          </Button>
        }
      />
      <AnswerDrawer id={answer.item} open={answer.open} onClose={answer.hide} />
      <RunDrawer runId={run.item} open={run.open} onClose={run.hide} onAnswer={answer.show} />
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}
