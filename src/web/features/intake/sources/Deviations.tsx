import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

/** In what a source deviates from its standard and was read all the same. */
export function Deviations({ sourceId }: { sourceId: string }) {
  const t = useT();
  const query = useCall('sourceToleranceQuery', { sourceId });
  return (
    <Loaded query={query}>
      {(deviations) =>
        deviations.length === 0 ? (
          <p className="pt-muted">{t('sources.noDeviations')}</p>
        ) : (
          <MiniTable
            label={t('sources.deviations')}
            columns={[
              { key: 'deviation', title: t('sources.deviation') },
              { key: 'times', title: t('sources.times'), isNumber: true },
              { key: 'firstSeen', title: t('sources.firstSeen') },
              { key: 'lastSeen', title: t('sources.lastSeen') },
            ]}
            rows={deviations}
            rowKey={({ name }) => name}
            cells={({ text, n, firstDay, lastTime, mended }) => ({
              deviation: (
                <>
                  {text} {mended && <StatusTag tone="neutral">{t('sources.mended')}</StatusTag>}
                </>
              ),
              times: formatCount(n),
              firstSeen: firstDay,
              lastSeen: <TimeText instant={lastTime} short />,
            })}
          />
        )
      }
    </Loaded>
  );
}
