import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Detail = CallData<'refusalGet'>;
type Item = Detail['items'][number];
type Props = { groupId: string | undefined; days: number; open: boolean; onClose: () => void };

function Subject({ item }: { item: Item }) {
  const t = useT();
  if (item.ediMessageId !== null)
    return (
      <GoLink className="pt-link" href={makeHref('/edi-manager', { keyword: item.subject ?? '' })}>
        {item.subject ?? t('refusals.openMessage')}
      </GoLink>
    );
  if (item.subscriptionId !== null)
    return (
      <GoLink
        className="pt-link pt-mono"
        href={makeHref('/exception-subscribe', { obmTkSubscribeId: item.subscriptionId })}
      >
        {item.subject ?? t('refusals.openShipment')}
      </GoLink>
    );
  return <span className="pt-mono">{item.subject ?? '—'}</span>;
}

const titles = ['time', 'count', 'text', 'subject', 'sample'] as const;

function Items({ items }: Pick<Detail, 'items'>) {
  const t = useT();
  if (items.length === 0) return <p className="pt-muted">{t('refusals.noItem')}</p>;
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title}>{t(`refusals.item.${title}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={index}>
            <td>
              <TimeText instant={item.time} short />
            </td>
            <td data-end>{item.count}</td>
            <td>{item.text}</td>
            <td>
              <Subject item={item} />
            </td>
            <td className="pt-mono pt-refused-sample">{item.sample ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One source and reason: the newest pieces that were refused, each with what was received. */
export function RefusalDrawer({ groupId, days, open, onClose }: Props) {
  const t = useT();
  const query = useCall('refusalGet', { groupId: groupId ?? '', days }, { enabled: open, staleTime: 0, keep: true });
  const group = query.data?.group ?? null;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(1040px, 94vw)"
      title={group === null ? t('refusals.title') : (group.sourceName ?? t('refusals.unknownSource'))}
    >
      <Loaded query={query}>
        {({ group: shown, items }) => (
          <>
            {shown !== null && (
              <Facts>
                <Fact label={t('refusals.column.way')}>{t(`refusals.way.${shown.way}`)}</Fact>
                <Fact label={t('refusals.column.reason')}>{shown.reason.text}</Fact>
                <Fact label={t('refusals.column.count')}>{shown.count}</Fact>
                <Fact label={t('refusals.column.lastTime')}>
                  <TimeText instant={shown.lastTime} />
                </Fact>
              </Facts>
            )}
            <Section title={t('refusals.newest')}>
              <Items items={items} />
            </Section>
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}
