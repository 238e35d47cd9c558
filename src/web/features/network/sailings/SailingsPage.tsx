import { Button, Select } from 'antd';
import { useMemo, useRef, useState } from 'react';
import type { CallData, CallInput } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { SourceAges } from '#web/kit/value/SourceAges.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { useSubscribing } from '#web/kit/value/use-subscribing.ts';
import { Answered } from './Answered.tsx';
import { CarrierWays } from './CarrierWays.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { fromAddress, isComplete, type Question, toAddress, toInput } from './question.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { SailingDetail } from './SailingDetail.tsx';
import { SailingRow } from './SailingRow.tsx';
import { StartPanel } from './StartPanel.tsx';
import { usePlaces } from './use-places.ts';
import './sailings.css';
import { useQueryClient } from '@tanstack/react-query';
import { asRecord } from '#shared/values/objects.ts';
import { call } from '#web/base/client.ts';

const maxRecent = 8;

/** What makes two questions the same search: all but its first day and its order. */
const keyOf = (question: Question): string => JSON.stringify(toAddress({ ...question, date: '', sort: 'departure' }));

const listOf = (value: unknown): Question[] =>
  (Array.isArray(value) ? value : [])
    .map((item) =>
      fromAddress(
        Object.fromEntries(
          Object.entries(asRecord(item)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      ),
    )
    .filter(isComplete)
    .slice(0, maxRecent);

/** The latest searches of this person on a page, newest first, on every device; and how a search is remembered. */
function useRecent(route: string): { recent: readonly Question[]; remember: (question: Question) => void } {
  const client = useQueryClient();
  const preferenceName = `recent${route}`;
  const recent = listOf(useCall('preferenceGet', { preferenceName }).data?.value);
  const remember = (question: Question): void => {
    const value = [question, ...recent.filter((one) => keyOf(one) !== keyOf(question))]
      .slice(0, maxRecent)
      .map((one) => toAddress({ ...one, date: '' }));
    // A search that cannot be remembered is made all the same.
    call('preferenceSave', { preferenceName, value, changedAt: Date.now() }, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: ['preferenceGet', { preferenceName }] }))
      .catch(() => undefined);
  };
  return { recent, remember };
}

type Answer = CallData<'sailingQuery'>;

const maxCompared = 3;
const sorts = ['departure', 'arrival', 'transit', 'cutOff'] as const;
const noPorts: Answer['ports'] = [];
const noRoutes: Answer['records'] = [];

/** Where one boards on a way, and where it ends. */
const callsOf = ({ legs }: SailingRoute): { callId: string }[] =>
  [...legs.map(({ boardCallId }) => boardCallId), legs.at(-1)?.alightCallId ?? ''].map((callId) => ({ callId }));

function Ages({ sources }: Pick<Answer, 'sources'>) {
  const t = useT();
  const carriers = useCarriers();
  const since = t('sailings.sources.since', { count: sources.length });
  return <SourceAges sources={sources} since={since} nameOf={carriers.nameOf} />;
}

type ResultsProps = {
  answer: Answer;
  question: Question;
  input: CallInput<'sailingQuery'>;
  onSort: (sort: Question['sort']) => void;
};

function Results({ answer, question, input, onSort }: ResultsProps) {
  const t = useT();
  const carriers = useCarriers();
  const places = usePlaces(answer.ports ?? noPorts);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  const subscribe = useSubscribing('sailingSubscriptionInsert', t('sailings.row.failed'));
  const list = useRef<HTMLOListElement>(null);
  const known = useMemo(() => new Map(answer.records.map((route) => [route.routeId, route])), [answer]);
  const compared = chosen.flatMap((id) => known.get(id) ?? []);
  const toggle = (id: string, show: boolean): void => {
    const next = new Set(open);
    if (show) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const show = (id: string): void => {
    toggle(id, true);
    list.current?.querySelector(`[data-route="${id}"]`)?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <div className="pt-sail-bar">
        <b role="status">{t('sailings.found', { count: answer.totalRecord })}</b>
        {answer.totalRecord > answer.records.length && (
          <span className="pt-muted">{t('sailings.shown', { count: answer.records.length })}</span>
        )}
        <Ages sources={answer.sources} />
        <span className="pt-sail-gap" />
        <ExportButton list="sailings" query={input ?? {}} total={answer.records.length} />
        <Button disabled={compared.length < 2} onClick={() => setComparing(true)}>
          {t('sailings.compare.open', { count: compared.length })}
        </Button>
        <Select
          aria-label={t('sailings.form.sort')}
          value={question.sort}
          options={sorts.map((value) => ({ value, label: t(`sailings.sort.${value}`) }))}
          onChange={onSort}
        />
      </div>
      <ol className="pt-sail-list" ref={list} aria-label={t('sailings.list')}>
        {answer.records.map((route) => {
          const isOpen = open.has(route.routeId);
          return (
            <li key={route.routeId} data-route={route.routeId}>
              <SailingRow
                route={route}
                places={places}
                carriers={carriers}
                now={answer.now}
                open={isOpen}
                chosen={chosen.includes(route.routeId)}
                mayChoose={compared.length < maxCompared}
                onToggle={() => toggle(route.routeId, !isOpen)}
                onChoose={(isChosen) =>
                  setChosen(isChosen ? [...chosen, route.routeId] : chosen.filter((id) => id !== route.routeId))
                }
                onShow={show}
                {...(subscribe && { onSubscribe: () => void subscribe(callsOf(route)) })}
              />
              {isOpen && <SailingDetail route={route} carriers={carriers} now={answer.now} />}
            </li>
          );
        })}
      </ol>
      <CompareDialog
        routes={compared}
        places={places}
        carriers={carriers}
        now={answer.now}
        open={comparing}
        onClose={() => setComparing(false)}
      />
    </>
  );
}

function SailingsPage({ route, domestic }: { route: string; domestic: boolean }) {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const question = useMemo(() => fromAddress(search), [search]);
  const requested = isComplete(question);
  const query = useCall('sailingQuery', toInput(question, domestic), { enabled: requested, keep: true });
  const { recent, remember } = useRecent(route);
  const ask = (next: Question): void => {
    if (isComplete(next)) remember(next);
    if (JSON.stringify(next) === JSON.stringify(question)) void query.refetch();
    else setSearch(toAddress(next), { push: true });
  };
  return (
    <div className="pt-sailings">
      <QuestionForm value={question} busy={query.isFetching} onAsk={ask} />
      {/* A question that was refused is refused once. */}
      {requested && !query.isError && (
        <CarrierWays question={question} domestic={domestic} routes={query.data?.records ?? noRoutes} />
      )}
      {!requested && <StartPanel route={route} domestic={domestic} recent={recent} />}
      <Answered
        requested={requested}
        query={query}
        texts={{
          begin: t('sailings.begin'),
          beginText: t(domestic ? 'sailings.beginDomestic' : 'sailings.beginText'),
          waiting: t('sailings.waiting'),
          none: t('sailings.none'),
          noneText: t('sailings.noneText'),
        }}
        ages={({ sources }) => <Ages sources={sources} />}
      >
        {(answer) => (
          <Results
            answer={answer}
            question={question}
            input={toInput(question, domestic)}
            onSort={(sort) => ask({ ...question, sort })}
          />
        )}
      </Answered>
    </div>
  );
}

/** Sailings from port to port: the question, the ways that carriers sell, and each in detail. */
export function VesselSchedulePage() {
  return <SailingsPage route="/vessel-schedule" domestic={false} />;
}

/** The same between ports of which one at least is Chinese. */
export function DomesticPtpPage() {
  return <SailingsPage route="/domestic-ptp" domestic />;
}
