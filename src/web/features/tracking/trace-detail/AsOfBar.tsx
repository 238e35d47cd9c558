import { HistoryOutlined } from '@ant-design/icons';
import { Button, Checkbox, Slider } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { useTrace } from './trace-context.ts';
import { useSourceNames } from './use-source-names.ts';

type Props = {
  /** The moment whose knowledge is shown; undefined = now. */
  asOf: number | undefined;
  onAsOf: (asOf: number | undefined) => void;
};

type Moment = CallData<'traceMoments'>[number];

const isSilent = ({ changes }: Moment): boolean => changes === 0;

/** What happened at a moment, in words: how much of what is shown changed, or whose word changed and moved nothing. */
function useWhatHappened(): (moment: Moment) => string {
  const t = useT();
  const list = new Intl.ListFormat(useLang(), { type: 'conjunction' });
  const nameOf = useSourceNames();
  return (moment) =>
    isSilent(moment)
      ? t('traceDetail.asOf.said', { sources: list.format(moment.said.map(nameOf)) })
      : t('traceDetail.asOf.changes', { count: moment.changes });
}

type SliderProps = Props & { moments: readonly Moment[]; whatHappened: (moment: Moment) => string };

/** Goes through the moments one by one or by sliding; the place after the last one is now. */
function MomentSlider({ moments, asOf, onAsOf, whatHappened }: SliderProps) {
  const t = useT();
  const [dragged, setDragged] = useState<number>();
  const now = moments.length;
  const found = asOf === undefined ? now : moments.findLastIndex(({ time }) => time <= asOf);
  const place = dragged ?? Math.max(0, found);
  const choose = (index: number): void => {
    setDragged(undefined);
    onAsOf(index >= now ? undefined : moments[index]?.time);
  };
  return (
    <>
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
              : `${timeAsText(moment.time)} · ${whatHappened(moment)}`;
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
    </>
  );
}

/** Chooses a moment: the page then shows what was known of the shipment at that time. */
export function AsOfBar({ asOf, onAsOf }: Props) {
  const t = useT();
  const { booking } = useTrace();
  const [wanted, setWanted] = useState(asOf !== undefined);
  const isOpen = wanted || asOf !== undefined;
  const query = useCall('traceMoments', { obmBkId: booking.obmBkId }, { enabled: isOpen, staleTime: 30_000 });
  const whatHappened = useWhatHappened();
  const all = query.data ?? [];
  const silent = all.filter(isSilent);
  // They are many and move nothing that is shown: offered when requested, or when the address leads to one.
  const [wantsSilent, setWantsSilent] = useState(false);
  const withSilent = wantsSilent || silent.some(({ time }) => time === asOf);
  const moments = withSilent ? all : all.filter((moment) => !isSilent(moment));
  const chosen = moments.find(({ time }) => time === asOf);
  const showSilent = (wants: boolean): void => {
    setWantsSilent(wants);
    // What stands at a moment that goes is shown as of the change before it.
    if (!wants && chosen !== undefined && isSilent(chosen))
      onAsOf(all.findLast((moment) => !isSilent(moment) && moment.time <= chosen.time)?.time);
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
      <span className="pt-as-of-label" role="status">
        <HistoryOutlined aria-hidden />{' '}
        {asOf === undefined ? (
          t('traceDetail.asOf.now')
        ) : (
          <>
            {t('traceDetail.asOf.shown')} <TimeText instant={asOf} />
            {chosen && <span className="pt-muted"> · {whatHappened(chosen)}</span>}
          </>
        )}
      </span>
      <MomentSlider moments={moments} asOf={asOf} onAsOf={onAsOf} whatHappened={whatHappened} />
      {silent.length > 0 && (
        <Checkbox
          checked={withSilent}
          title={t('traceDetail.asOf.silentHint')}
          onChange={({ target }) => showSilent(target.checked)}
        >
          {t('traceDetail.asOf.silent', { count: silent.length })}
        </Checkbox>
      )}
      <Button size="small" type={asOf === undefined ? 'text' : 'primary'} onClick={close}>
        {t('traceDetail.asOf.back')}
      </Button>
    </div>
  );
}
