import { Button } from 'antd';
import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { type Names, useCarriers } from '#web/kit/search/use-names.ts';
import { formatDays } from '#web/kit/value/format-time.ts';
import { SourceAges } from '#web/kit/value/SourceAges.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';
import { type ComparedWay, compareWays } from './compare-ways.ts';
import { type Question, toInput } from './question.ts';
import { type Places, useJoined, usePlaces } from './use-places.ts';
import { MiniRow, MiniTable } from '#web/kit/table/MiniTable.tsx';

type Answer = CallData<'carrierWayQuery'>;
const noPorts: Answer['ports'] = [];

/** One answered time beside ours: when it is, which source reported it, and by how much ours is another one. */
function Moment({ at, shift, zone, source }: { at: number; shift: number; zone: string | null; source?: string }) {
  const t = useT();
  return (
    <>
      <TimeText instant={at} zone={zone} short source={source} />
      {Math.abs(shift) >= 3_600_000 && (
        <span className="pt-sail-shift"> {t('sailings.asked.shift', { days: formatDays(shift) })}</span>
      )}
    </>
  );
}

/** What the carriers that sell one way answer differently of it: each with its own times. */
function Disagreeing({ way: { answers }, places, carriers }: Parts & { way: ComparedWay['way'] }) {
  return (
    <ul className="pt-sail-statements">
      {answers.map((one) => (
        <li key={one.carrierCode}>
          {carriers.nameOf(one.carrierCode)}{' '}
          <TimeText instant={one.departureTime} zone={places.zoneOf(one.legs[0]?.fromPort ?? '')} short /> →{' '}
          <TimeText instant={one.arrivalTime} zone={places.zoneOf(one.legs.at(-1)?.toPort ?? '')} short />
        </li>
      ))}
    </ul>
  );
}

type Parts = { places: Places; carriers: Names };

function WayLine({ compared, places, carriers }: Parts & { compared: ComparedWay }) {
  const t = useT();
  const sourceText = useStatementText(carriers.nameOf);
  const join = useJoined();
  const { way, answer, ours, departureShift, arrivalShift, agrees } = compared;
  const source = sourceText({ carrierCode: answer.carrierCode, saidTime: answer.saidTime });
  const from = places.zoneOf(answer.legs[0]?.fromPort ?? '');
  const to = places.zoneOf(answer.legs.at(-1)?.toPort ?? '');
  return (
    <MiniRow
      cells={{
        vessel: answer.legs.map((leg, index) => (
          <div key={index}>
            {leg.serviceCode !== null && <span className="pt-sail-service">{leg.serviceCode}</span>}
            {leg.vesselName} <span className="pt-mono">{leg.voyage}</span>
            {leg.calls.length > 0 && (
              <div className="pt-muted">
                {t('sailings.asked.calls', { ports: join(leg.calls.map(({ port }) => places.nameOf(port))) })}
              </div>
            )}
          </div>
        )),
        departure: <Moment at={answer.departureTime} shift={departureShift} zone={from} {...(source && { source })} />,
        arrival: <Moment at={answer.arrivalTime} shift={arrivalShift} zone={to} {...(source && { source })} />,
        transit: t('sailings.row.days', { count: answer.transitDays }),
        carriers: way.differs ? (
          <Disagreeing way={way} places={places} carriers={carriers} />
        ) : (
          join(way.answers.map(({ carrierCode }) => carriers.nameOf(carrierCode)))
        ),
        compared: (
          <StatusTag tone={agrees ? 'ok' : 'warn'}>
            {t(
              ours === undefined
                ? 'sailings.asked.onlyTheirs'
                : way.differs
                  ? 'sailings.asked.disagree'
                  : agrees
                    ? 'sailings.asked.agrees'
                    : 'sailings.asked.differs',
            )}
          </StatusTag>
        ),
      }}
    />
  );
}

function WayTable({ ways, ...parts }: Parts & { ways: readonly ComparedWay[] }) {
  const t = useT();
  const heads = ['vessel', 'departure', 'arrival', 'transit', 'carriers', 'compared'] as const;
  return (
    <div className="pt-sail-asked-ways" tabIndex={0} role="group" aria-label={t('sailings.asked.title')}>
      <MiniTable
        label={t('sailings.asked.title')}
        columns={heads.map((head) => ({
          key: head,
          title: t(`sailings.asked.head.${head}`),
          isRowHead: head === 'vessel',
        }))}
        rows={ways}
        rowKey={(one) => JSON.stringify(one)}
        row={(one) => <WayLine compared={one} {...parts} />}
      />
    </div>
  );
}

/** Counts of the ways that carriers answered, by how they stand beside ours. */
function Summary({ ways }: { ways: readonly ComparedWay[] }) {
  const t = useT();
  const agreeing = ways.filter(({ agrees }) => agrees).length;
  const theirs = ways.filter(({ ours }) => ours === undefined).length;
  const differing = ways.length - agreeing - theirs;
  const parts = [
    t('sailings.asked.ways', { count: ways.length }),
    t('sailings.asked.agreeing', { count: agreeing }),
    ...(differing === 0 ? [] : [t('sailings.asked.differing', { count: differing })]),
    ...(theirs === 0 ? [] : [t('sailings.asked.theirs', { count: theirs })]),
  ];
  return <span role="status">{parts.join(' · ')}</span>;
}

type ShownProps = {
  answer: Answer;
  routes: readonly SailingRoute[];
  question: Pick<Question, 'service' | 'partners'>;
  carriers: Names;
};

/** What carriers answered themselves to a question, beside what we found. */
export function AnsweredWays({ answer, routes, question, carriers }: ShownProps) {
  const t = useT();
  const places = usePlaces(answer.ports ?? noPorts);
  const ways = useMemo(() => compareWays(answer.ways, routes, question), [answer, routes, question]);
  const since = t('sailings.sources.since', { count: answer.sources.length });
  return (
    <details className="pt-sail-asked">
      <summary>
        <b>{t('sailings.asked.title')}</b> <Summary ways={ways} />{' '}
        <SourceAges sources={answer.sources} since={since} nameOf={carriers.nameOf} />
      </summary>
      {ways.length === 0 ? (
        <p className="pt-muted">{t('sailings.asked.none')}</p>
      ) : (
        <WayTable ways={ways} places={places} carriers={carriers} />
      )}
    </details>
  );
}

type Props = { question: Question; domestic: boolean; routes: readonly SailingRoute[] };

/** Asks carriers the same question, and shows their answers beside ours; ours are there without waiting for them. */
export function CarrierWays({ question, domestic, routes }: Props) {
  const t = useT();
  const carriers = useCarriers();
  const { sortBy: _sort, serviceCode: _service, partners: _partners, ...input } = toInput(question, domestic);
  const query = useCall('carrierWayQuery', input);
  if (query.data !== undefined)
    return <AnsweredWays answer={query.data} routes={routes} question={question} carriers={carriers} />;
  return (
    <div className="pt-sail-asked">
      <b>{t('sailings.asked.title')}</b>{' '}
      {query.isError ? (
        <span role="alert">
          {query.error.message}{' '}
          <Button type="link" size="small" onClick={() => void query.refetch()}>
            {t('sailings.asked.again')}
          </Button>
        </span>
      ) : (
        <span className="pt-muted" role="status">
          {t('sailings.asked.asking')}
        </span>
      )}
    </div>
  );
}
