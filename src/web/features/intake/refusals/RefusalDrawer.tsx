import type { CallData } from '#contract/index.ts';
import { refusalsList } from '#lists/refusals.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';

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
            <td data-end>{formatCount(item.count)}</td>
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
  const lang = useLang();
  const { label, name } = useListLabels(refusalsList);
  const query = useCall('refusalGet', { groupId: groupId ?? '', days }, { enabled: open, staleTime: 0, keep: true });
  const group = query.data?.group ?? null;
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(1040px, 94vw)"
      title={group === null ? refusalsList.label[lang] : name('sourceName', group.sourceName)}
    >
      <Loaded query={query}>
        {({ group: shown, items }) => (
          <>
            {shown !== null && (
              <Facts>
                <Fact label={label('way')}>{name('way', shown.way)}</Fact>
                <Fact label={label('reason')}>{shown.reason.text}</Fact>
                <Fact label={label('count')}>{formatCount(shown.count)}</Fact>
                <Fact label={label('lastTime')}>
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
