import type { ReactNode } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { DueLines } from '#web/kit/value/DueLines.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { type Question, toAddress } from './question.ts';
import { useJoined, usePlaces } from './use-places.ts';

const maxDue = 8;
const maxOpen = 3;
const REFRESH_MS = 60_000;

function Part({ title, link, children }: { title: string; link?: ReactNode; children: ReactNode }) {
  return (
    <section className="pt-sail-start-part" aria-label={title}>
      <h2>
        {title} {link}
      </h2>
      {children}
    </section>
  );
}

function Recent({ route, recent }: { route: string; recent: readonly Question[] }) {
  const t = useT();
  const carriers = useCarriers();
  const joined = useJoined();
  const lang = useLang();
  const ports = usePorts(recent.flatMap(({ from, to }) => [from, to]));
  const nameOf = (code: string): string => {
    const port = ports.get(code);
    return port === undefined ? code : portNameIn(lang, port);
  };
  return (
    <Part title={t('sailings.start.recent')}>
      {recent.length === 0 ? (
        <p className="pt-muted">{t('sailings.start.noRecent')}</p>
      ) : (
        <ul>
          {recent.map((question) => (
            <li key={JSON.stringify(question)}>
              <GoLink className="pt-link" href={makeHref(route, toAddress(question))}>
                {nameOf(question.from)} → {nameOf(question.to)}
              </GoLink>
              <span className="pt-muted">
                {joined([
                  t('sailings.form.weekCount', { count: question.weeks }),
                  ...question.carriers.map(carriers.nameOf),
                  ...(question.service === '' ? [] : [question.service]),
                ])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Lanes({ route, domestic }: { route: string; domestic: boolean }) {
  const t = useT();
  const query = useCall('busiestLanes', { domestic: domestic ? 1 : 0 });
  const places = usePlaces(query.data?.ports ?? []);
  return (
    <Part title={t('sailings.start.lanes')}>
      <Loaded query={query}>
        {({ lanes }) =>
          lanes.length === 0 ? (
            <p className="pt-muted">{t('sailings.start.noLanes')}</p>
          ) : (
            <ul>
              {lanes.map(({ fromPort, toPort, shipments }) => (
                <li key={`${fromPort}-${toPort}`}>
                  <GoLink className="pt-link" href={makeHref(route, { from: fromPort, to: toPort })}>
                    {places.nameOf(fromPort)} → {places.nameOf(toPort)}
                  </GoLink>
                  <span className="pt-muted">{t('sailings.start.shipments', { count: shipments })}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}

function Today() {
  const t = useT();
  const query = useCall('handOverGet', { hours: 8 }, { keep: true, refetchInterval: REFRESH_MS });
  return (
    <Part title={t('sailings.start.today')} link={<GoLink href="/hand-over">{t('sailings.start.allToday')}</GoLink>}>
      <Loaded query={query}>
        {({ open, due }) => (
          <ul>
            <li>
              <GoLink className="pt-link" href={makeHref('/exception-manage', { handleStatus: '0,1,4' })}>
                {t('sailings.start.open', { count: open.total })}
              </GoLink>
              <span className="pt-muted">
                {t('sailings.start.openFacts', { high: open.high, unassigned: open.unassigned })}
              </span>
            </li>
            {open.items.slice(0, maxOpen).map((item) => (
              <li key={item.exceptionId}>
                <SeverityMark severity={item.severity} wordless />
                <span>{item.typeName}</span>
                <GoLink className="pt-link" href={makeHref('/exception-manage/handle', { id: item.exceptionId })}>
                  {item.referenceNo || item.exceptionId}
                </GoLink>
              </li>
            ))}
            <DueLines due={due.slice(0, maxDue)} />
          </ul>
        )}
      </Loaded>
    </Part>
  );
}

/** Leads who may connect sources of a product that tracks nothing yet to the first step. */
function FirstSteps() {
  const t = useT();
  const { data } = useCall('firstSteps');
  return data !== undefined && data.keys === 0 && data.subscriptions === 0 ? (
    <p className="pt-sail-first" role="status">
      {t('sailings.start.empty')}{' '}
      <GoLink className="pt-underlined" href="/first-steps">
        {t('sailings.start.firstSteps')}
      </GoLink>
    </p>
  ) : null;
}

type Props = { route: string; domestic: boolean; recent: readonly Question[] };

/** What stands on the page before anything is searched: what needs somebody today, recent searches, the busiest lanes. */
export function StartPanel({ route, domestic, recent }: Props) {
  const maySetUp = useMayCall('firstSteps');
  const seesExceptions = useMayCall('handOverGet');
  return (
    <>
      {maySetUp && <FirstSteps />}
      <div className="pt-sail-start">
        {seesExceptions && <Today />}
        <Recent route={route} recent={recent} />
        <Lanes route={route} domestic={domestic} />
      </div>
    </>
  );
}
