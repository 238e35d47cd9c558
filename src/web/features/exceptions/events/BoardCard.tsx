import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { Spark } from '#web/kit/chart/Spark.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';

type Item = CallData<'eventBoard'>['groupList'][number]['itemList'][number];
type HrefOf = (more: Readonly<Record<string, string>>) => string;
type BarPart = { key: string; name: string; total: number; href?: string };

/** A bar of parts, widest first to read; a part with an address is a link that filters by it. */
function PartBar({ label, parts }: { label: string; parts: readonly BarPart[] }) {
  const shown = parts.filter(({ total }) => total > 0);
  return (
    <ul className="pt-events-split" aria-label={label}>
      {shown.map(({ key, name, total, href }) => {
        // The number stays in sight where a part is narrow.
        const text = `${formatCount(total)} · ${name}`;
        return (
          <li key={key} data-part={key} style={{ flexGrow: total }} title={text}>
            {href === undefined ? <span>{text}</span> : <GoLink href={href}>{text}</GoLink>}
          </li>
        );
      })}
    </ul>
  );
}

type Props = { item: Item; now: number; tenants: boolean; hrefOf: HrefOf };

/** One kind of event: how many, of which tenants, how old, how many were found per day, and the worst three with their time limits. */
export function BoardCard({ item, now, tenants, hrefOf }: Props) {
  const t = useT();
  const lang = useLang();
  const of = (more: Readonly<Record<string, string>> = {}): string =>
    hrefOf({ itemId: item.eventItemIds.join(','), ...more });
  const name = lang === 'zh' ? item.itemName : item.itemNameEn;
  const found = item.dayList.reduce((sum, count) => sum + count, 0);
  return (
    <div className="pt-events-card">
      <GoLink className="pt-events-card-head" href={of()}>
        <span>{name}</span>
        <b>{item.total}</b>
        {item.overdue > 0 && <StatusTag tone="danger">{t('events.board.overdue', { n: item.overdue })}</StatusTag>}
      </GoLink>
      {tenants && item.tenantList.length > 1 && (
        <PartBar
          label={t('events.board.tenants')}
          parts={item.tenantList.map(({ tenantCode, tenantName, total }) => ({
            key: tenantCode,
            name: tenantName,
            total,
            href: of({ tenantCode }),
          }))}
        />
      )}
      <PartBar
        label={t('events.board.ages')}
        parts={item.ageList.map(({ age, total }) => ({ key: age, name: t(`events.board.age.${age}`), total }))}
      />
      <p className="pt-events-days">
        <Spark
          values={item.dayList}
          shape="line"
          label={t('events.board.days', { n: found, days: item.dayList.join(', ') })}
        />
        <small className="pt-muted">{t('events.board.found', { n: found })}</small>
      </p>
      <ol className="pt-events-worst" aria-label={t('events.board.worst')}>
        {item.worstList.map(({ shipmentEventId, referenceNo, severity, dueTime }) => (
          <li key={shipmentEventId} data-late={dueTime < now || undefined}>
            <SeverityMark severity={severity} wordless />
            <GoLink className="pt-link" href={of({ referenceNo })}>
              {referenceNo}
            </GoLink>
            <span>
              {t('events.board.due')} <ElapsedText instant={dueTime} now={now} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
