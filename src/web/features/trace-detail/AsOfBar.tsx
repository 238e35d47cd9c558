import { HistoryOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { useState } from 'react';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { useTrace } from './trace-context.ts';

type Props = {
  /** The moment whose knowledge is shown; undefined = now. */
  asOf: number | undefined;
  onAsOf: (asOf: number | undefined) => void;
};

/** Chooses a moment: the page then shows what was known of the shipment at that time. */
export function AsOfBar({ asOf, onAsOf }: Props) {
  const t = useT();
  const { booking } = useTrace();
  const [wanted, setWanted] = useState(asOf !== undefined);
  const [dragged, setDragged] = useState<number>();
  const isOpen = wanted || asOf !== undefined;
  const query = useCall('traceMoments', { obmBkId: booking.obmBkId }, { enabled: isOpen, staleTime: 30_000 });
  const moments = query.data ?? [];
  // The place after the last change is now.
  const now = moments.length;
  const found = asOf === undefined ? now : moments.findLastIndex(({ time }) => time <= asOf);
  const place = dragged ?? Math.max(0, found);
  const choose = (index: number): void => {
    setDragged(undefined);
    onAsOf(index >= now ? undefined : moments[index]?.time);
  };
  const close = (): void => {
    setWanted(false);
    onAsOf(undefined);
  };
  if (!isOpen) {
    return (
      <div className="pt-as-of">
        <Button size="small" type="text" icon={<HistoryOutlined />} onClick={() => setWanted(true)}>
          {t('traceDetail.asOf.open')}
        </Button>
      </div>
    );
  }
  return (
    <div className="pt-as-of" data-past={asOf !== undefined || undefined}>
      <HistoryOutlined aria-hidden />
      <span className="pt-as-of-label" role="status">
        {asOf === undefined ? (
          t('traceDetail.asOf.now')
        ) : (
          <>
            {t('traceDetail.asOf.shown')} <TimeText instant={asOf} />
          </>
        )}
      </span>
      <Button
        size="small"
        disabled={place <= 0}
        onClick={() => choose(place - 1)}
        aria-label={t('traceDetail.asOf.earlier')}
      >
        ‹
      </Button>
      <Slider
        className="pt-as-of-slider"
        min={0}
        max={Math.max(1, now)}
        value={place}
        disabled={now === 0}
        ariaLabelForHandle={t('traceDetail.asOf.open')}
        tooltip={{
          formatter: (index = now) => {
            const moment = moments[index];
            return moment === undefined
              ? t('traceDetail.asOf.now')
              : `${timeAsText(moment.time)} · ${t('traceDetail.asOf.changes', { count: moment.changes })}`;
          },
        }}
        onChange={setDragged}
        onChangeComplete={choose}
      />
      <Button
        size="small"
        disabled={place >= now}
        onClick={() => choose(place + 1)}
        aria-label={t('traceDetail.asOf.later')}
      >
        ›
      </Button>
      <Button size="small" type={asOf === undefined ? 'text' : 'primary'} onClick={close}>
        {t('traceDetail.asOf.back')}
      </Button>
    </div>
  );
}
