import type { ReactNode } from 'react';
import { useSession } from '#web/base/session.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { usdText } from '#shared/text/usd-text.ts';
import { useT } from '#web/i18n/index.ts';
import {
  closedStatuses,
  dayHref,
  exceptionsHref,
  openNames,
  outboxHref,
  ownHref,
  statusHref,
  unassignedHref,
} from './links.ts';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';

function Tile({
  title,
  href,
  figure,
  children,
}: {
  title: string;
  href?: string;
  figure: string;
  children: ReactNode;
}) {
  return (
    <section className="pt-ov-tile">
      <h2>{title}</h2>
      <p className="pt-ov-figure" data-figure>
        {href === undefined ? figure : <GoLink href={href}>{figure}</GoLink>}
      </p>
      <div className="pt-ov-below">{children}</div>
    </section>
  );
}

/** The open ones as one line of parts, with a link for each part. */
function OpenSplit({ open, states }: Pick<OverviewData, 'open' | 'states'>) {
  const t = useT();
  const numberText = useNumbers();
  return (
    <>
      <span className="pt-ov-split pt-bar-colours" aria-hidden="true">
        {openNames.map((name, index) => (
          <i key={name} style={{ flexGrow: open[name], background: `var(--pt-bar-${index + 1})` }} />
        ))}
      </span>
      {openNames.map((name, index) => (
        <GoLink key={name} href={exceptionsHref({ status: name })}>
          <i className="pt-ov-dot pt-bar-colours" style={{ background: `var(--pt-bar-${index + 1})` }} />
          {t(`overview.status.${name}`)} {numberText(open[name])}
        </GoLink>
      ))}
      {closedStatuses.map(({ name, status }) => (
        <GoLink key={name} href={statusHref(status)} className="pt-ov-closed">
          {t(`overview.status.${name}`)}{' '}
          {numberText(states.find(({ handleStatus }) => handleStatus === status)?.count ?? 0)}
        </GoLink>
      ))}
    </>
  );
}

function SourcesTile({ sources }: { sources: OverviewData['sources'] }) {
  const t = useT();
  const enabled = sources.filter((source) => source.enabled);
  const failing = enabled.filter((source) => source.failing).length;
  const late = enabled.filter((source) => source.overdue.count > 0).length;
  return (
    <Tile title={t('overview.tile.sources')} figure={`${enabled.length - failing} / ${enabled.length}`}>
      {failing > 0 ? (
        <b className="pt-ov-bad">{t('overview.tile.failing', { count: failing })}</b>
      ) : (
        t('overview.tile.allFine')
      )}
      {late > 0 && <span>{t('overview.tile.late', { count: late })}</span>}
    </Tile>
  );
}

/** What became of notifications. */
function DeliveriesTile({ deliveries }: { deliveries: NonNullable<OverviewData['deliveries']> }) {
  const t = useT();
  const numberText = useNumbers();
  const { waiting, failed, sent, givenUp } = deliveries;
  return (
    <Tile title={t('overview.tile.deliveries')} href={outboxHref('sent')} figure={numberText(sent)}>
      {waiting > 0 && (
        <GoLink href={outboxHref('waiting')}>{t('overview.tile.waiting', { count: numberText(waiting) })}</GoLink>
      )}
      <GoLink href={outboxHref('failed')}>{t('overview.tile.retrying', { count: numberText(failed) })}</GoLink>
      <GoLink href={outboxHref('given_up')} className={givenUp > 0 ? 'pt-ov-bad' : ''}>
        {t('overview.tile.givenUp', { count: numberText(givenUp) })}
      </GoLink>
    </Tile>
  );
}

/** The figures at the top, each with the way to what it counts. */
export function Tiles({ data }: { data: OverviewData }) {
  const t = useT();
  const numberText = useNumbers();
  const userCode = useSession((session) => session.user?.userCode ?? '');
  const today = data.days.at(-1);
  const oldest = data.unassigned.records[0];
  return (
    <div className="pt-ov-tiles">
      <Tile title={t('overview.tile.open')} href={exceptionsHref()} figure={numberText(data.open.total)}>
        <OpenSplit open={data.open} states={data.states} />
      </Tile>
      <Tile title={t('overview.tile.unassigned')} href={unassignedHref()} figure={numberText(data.open.unassigned)}>
        {oldest !== undefined && (
          <span>
            {t('overview.tile.oldest')} <ElapsedText instant={oldest.createTime} now={data.now} />
          </span>
        )}
      </Tile>
      <Tile
        title={t('overview.tile.mine')}
        href={ownHref(userCode)}
        figure={`${numberText(data.mine.count)}${data.mine.more ? '+' : ''}`}
      >
        <span>{t('overview.tile.mineHint')}</span>
      </Tile>
      <Tile
        title={t('overview.tile.today')}
        figure={`+${numberText(today?.opened ?? 0)}`}
        {...(today === undefined ? {} : { href: dayHref(today.day) })}
      >
        <span>
          {t('overview.tile.settled', {
            handled: numberText(today?.handled ?? 0),
            gone: numberText(today?.gone ?? 0),
          })}
        </span>
      </Tile>
      <Tile
        title={t('overview.tile.money')}
        href={exceptionsHref({ dearestFirst: true })}
        figure={usdText(data.money.usd)}
      >
        <span>{t('overview.tile.moneyHint', { count: data.money.shipments })}</span>
      </Tile>
      <SourcesTile sources={data.sources} />
      {data.deliveries !== null && <DeliveriesTile deliveries={data.deliveries} />}
    </div>
  );
}
