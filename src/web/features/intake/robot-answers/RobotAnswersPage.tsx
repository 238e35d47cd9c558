import { GlobalOutlined, KeyOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { robotAnswersList } from '#lists/robot-answers.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { loadTexts, useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { AnswerDrawer } from './AnswerDrawer.tsx';
import { type AnswerRow, readerOf, reasonsOf } from './answer-text.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { ParserPanel } from './ParserPanel.tsx';
import { RunDrawer } from './RunDrawer.tsx';
import type { ReaderStart } from './reader/use-reader.ts';
import { SitesDrawer } from './SitesDrawer.tsx';
import type { Site } from './SiteDialog.tsx';
import './robot-answers.css';

const ReaderDialog = late(async () => {
  const [module] = await Promise.all([import('./reader/ReaderDialog.tsx'), loadTexts(['pageReader'])]);
  return module.ReaderDialog;
});

const cells: Readonly<Record<'carrierCode' | 'parserId' | 'reasons', Cell<AnswerRow>>> = {
  carrierCode: { text: (row) => row.carrierName ?? row.carrierCode },
  parserId: { text: readerOf },
  reasons: { text: reasonsOf },
};

/** What can be chosen: carriers and parsers that brought something, and reasons that the panel counts. */
const choicesOf = (data: CallData<'rpaParsers'> | undefined) => ({
  carrierCode: (data?.carriers ?? []).map(({ carrierCode, carrierName }) => ({
    value: carrierCode,
    label: carrierName ?? carrierCode,
  })),
  parserId: (data?.parsers ?? []).map(({ parserId }) => ({ value: parserId, label: parserId })),
  reason: (data?.carriers ?? []).flatMap(({ reasons }) =>
    reasons.map(({ code, text }) => ({ value: code, label: text })),
  ),
});

/** Sites that refuse robots today and those whose pages have changed; nothing where there are none. */
function SitesNote({ sites, onOpen }: { sites: readonly Site[]; onOpen: () => void }) {
  const t = useT();
  const nameOf = ({ carrierName, carrierCode }: Site): string => carrierName ?? carrierCode;
  const notes = (
    [
      ['refusedNow', sites.filter(({ state }) => state === 'stopped')],
      ['changedNow', sites.filter(({ changedTime }) => changedTime !== null)],
    ] as const
  ).filter(([, found]) => found.length > 0);
  return notes.map(([note, found]) => (
    <p key={note} className="pt-why" role="status">
      {t(`robotAnswers.sites.${note}`, { carriers: found.map(nameOf).join(' · ') })}{' '}
      <button type="button" className="pt-link" onClick={onOpen}>
        {t('robotAnswers.sites.title')}
      </button>
    </p>
  ));
}

/** What robots brought: parsers with their versions above, every answer below. */
export function RobotAnswersPage() {
  const t = useT();
  const [keysOpen, setKeysOpen] = useState(false);
  const answer = useShown<string>();
  const run = useShown<string>();
  const [sitesOpen, setSitesOpen] = useState(false);
  const reader = useShown<ReaderStart>();
  const read = (start: Omit<ReaderStart, 'key'>): void => reader.show({ ...start, key: (reader.item?.key ?? 0) + 1 });
  const sites = useCall('rpaSites', undefined, { keep: true });
  const parsers = useCall('rpaParsers', { hours: 168 }, { keep: true });
  const list = useList(robotAnswersList, { cells, choices: choicesOf(parsers.data) });
  useLiveRefetch('rpa', 'rpaParsers');
  useLiveRefetch('rpa', 'rpaSites');
  useLiveRefetch('rpa', 'rpaAnswerQuery');
  useLiveRefetch('rpa', 'rpaAnswerGet');
  useLiveRefetch('rpa', 'rpaDifferences');
  const view = (row: AnswerRow): void => answer.show(row.answerId);
  return (
    <div className="pt-list">
      <SitesNote sites={sites.data?.sites ?? []} onOpen={() => setSitesOpen(true)} />
      <ParserPanel
        query={parsers}
        onRun={run.show}
        onFilter={(values) => list.control.change({ values, page: 1 })}
        onReader={(version) => read({ version })}
      />
      <ListView
        use={list}
        actions={[viewAction(t('robotAnswers.view'), view)]}
        onOpen={view}
        toolbar={
          <>
            {parsers.data?.platform === true && (
              <Button size="small" icon={<TableOutlined />} onClick={() => read({})}>
                {t('robotAnswers.reader.button')}
              </Button>
            )}
            <Button size="small" icon={<GlobalOutlined />} onClick={() => setSitesOpen(true)}>
              {t('robotAnswers.sites.title')}
            </Button>
            <Button size="small" icon={<KeyOutlined />} onClick={() => setKeysOpen(true)}>
              {t('robotAnswers.keys.button')}
            </Button>
          </>
        }
      />
      <SitesDrawer query={sites} open={sitesOpen} onClose={() => setSitesOpen(false)} onAnswer={answer.show} />
      <AnswerDrawer
        id={answer.item}
        open={answer.open}
        onClose={answer.hide}
        onAnswer={answer.show}
        onReader={parsers.data?.platform === true ? (page) => read({ page }) : undefined}
      />
      <RunDrawer runId={run.item} open={run.open} onClose={run.hide} onAnswer={answer.show} />
      <ReaderDialog start={reader.item} open={reader.open} onClose={reader.hide} />
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}
