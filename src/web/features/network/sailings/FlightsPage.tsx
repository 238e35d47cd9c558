import { Select } from 'antd';
import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ExportButton } from '#web/kit/export/ExportButton.tsx';
import { SourceAges } from '#web/kit/value/SourceAges.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';
import { useSubscribing } from '#web/kit/value/use-subscribing.ts';
import { Answered } from './Answered.tsx';
import { type FlightQuestion, flightSorts, fromAddress, toAddress, toInput } from './flight-question.ts';
import { FlightForm } from './FlightForm.tsx';
import { FlightRow } from './FlightRow.tsx';
import { usePlaces } from './use-places.ts';
import './sailings.css';
import './flights.css';

type Answer = CallData<'flightQuery'>;

type ResultsProps = { answer: Answer; question: FlightQuestion; onSort: (sort: FlightQuestion['sort']) => void };

/** Names of airlines in the language of the screen. */
function useAirlineName({ airlines }: Pick<Answer, 'airlines'>): (code: string) => string {
  const lang = useLang();
  const names = useMemo(
    () => new Map(airlines.map((row) => [row.airlineCode, (lang === 'zh' ? row.nameCn : null) ?? row.name])),
    [airlines, lang],
  );
  return (code) => names.get(code) ?? code;
}

function Ages({ answer }: { answer: Answer }) {
  const t = useT();
  const nameOf = useAirlineName(answer);
  const since = t('flights.since', { count: answer.sources.length });
  return <SourceAges sources={answer.sources} since={since} nameOf={nameOf} />;
}

function Results({ answer, question, onSort }: ResultsProps) {
  const t = useT();
  const places = usePlaces(answer.airports);
  const subscribe = useSubscribing('flightSubscriptionInsert', t('flights.row.failed'));
  const nameOf = useAirlineName(answer);
  const sourceText = useStatementText(nameOf);
  const reportedBy = (carrierCode: string): string | undefined => {
    const statedTime = answer.sources.find((source) => source.carrierCode === carrierCode)?.answeredTime ?? null;
    return sourceText(statedTime === null ? null : { carrierCode, saidTime: statedTime });
  };
  return (
    <>
      <div className="pt-sail-bar">
        <b role="status">{t('flights.found', { count: answer.totalRecord })}</b>
        {answer.totalRecord > answer.records.length && (
          <span className="pt-muted">{t('flights.shown', { count: answer.records.length })}</span>
        )}
        <Ages answer={answer} />
        <span className="pt-sail-gap" />
        <ExportButton list="flights" query={toInput(question) ?? {}} total={answer.records.length} />
        <Select
          aria-label={t('sailings.form.sort')}
          value={question.sort}
          options={flightSorts.map((value) => ({ value, label: t(`flights.sort.${value}`) }))}
          onChange={onSort}
        />
      </div>
      <ol className="pt-sail-list" aria-label={t('flights.list')}>
        {answer.records.map((route) => (
          <li key={route.routeId}>
            <FlightRow
              route={route}
              places={places}
              airlineName={nameOf(route.airlineCode)}
              sourceText={reportedBy(route.airlineCode)}
              {...(subscribe && {
                onSubscribe: () =>
                  void subscribe(
                    route.legs.map(({ airlineCode, flightNo, flightDate, fromAirport }) => ({
                      airlineCode,
                      flightNo,
                      flightDate,
                      fromAirport,
                    })),
                  ),
              })}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Flights from airport to airport: the question, and the ways that airlines fly, direct or with one change. */
export function FlightsPage() {
  const t = useT();
  const { search, setSearch } = usePageSearch('/air-schedule');
  const question = useMemo(() => fromAddress(search), [search]);
  const requested = question.from !== '' && question.to !== '';
  const query = useCall('flightQuery', toInput(question), { enabled: requested, keep: true });
  const ask = (next: FlightQuestion): void => {
    if (JSON.stringify(next) === JSON.stringify(question)) void query.refetch();
    else setSearch(toAddress(next), { push: true });
  };
  return (
    <div className="pt-sailings">
      <FlightForm value={question} busy={query.isFetching} onAsk={ask} />
      <Answered
        requested={requested}
        query={query}
        texts={{
          begin: t('flights.begin'),
          beginText: t('flights.beginText'),
          waiting: t('flights.waiting'),
          none: t('flights.none'),
          noneText: t('flights.noneText'),
        }}
        ages={(answer) => <Ages answer={answer} />}
      >
        {(answer) => <Results answer={answer} question={question} onSort={(sort) => ask({ ...question, sort })} />}
      </Answered>
    </div>
  );
}
