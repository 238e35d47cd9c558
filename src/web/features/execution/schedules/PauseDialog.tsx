import { Radio } from 'antd';
import { useState } from 'react';
import { defaultCronZone } from '#shared/time/cron.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { TimeTextInput } from '#web/kit/input/TimeTextInput.tsx';

/** How long a schedule pauses: a span from now on, or until a time. */
export type Pause = { forMs: number } | { until: number };

type Props = {
  row: Row | undefined;
  open: boolean;
  onClose: () => void;
  onPause: (row: Row, pause: Pause) => Promise<void>;
};

const spans = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;
const choices = ['hour', 'day', 'week', 'time'] as const;

/** Asks until when a schedule pauses. */
export function PauseDialog({ row, open, onClose, onPause }: Props) {
  const t = useT();
  const [choice, setChoice] = useState<(typeof choices)[number]>('hour');
  const [time, setTime] = useState('');
  const zone = String(row?.['cronZone'] ?? defaultCronZone);
  const until = fromLocalText(time, zone);
  const pause: Pause | undefined =
    choice !== 'time' ? { forMs: spans[choice] } : until === undefined ? undefined : { until };
  return (
    <AppDialog
      open={open}
      title={t('schedules.pauseTitle', { name: String(row?.['scheduleName'] ?? '') })}
      width={480}
      okText={t('schedules.pause')}
      okDisabled={pause === undefined}
      onCancel={onClose}
      onOk={async () => {
        if (row === undefined || pause === undefined) return;
        await onPause(row, pause);
        onClose();
      }}
    >
      <p className="pt-muted">{t('schedules.pauseHelp')}</p>
      <Radio.Group
        value={choice}
        aria-label={t('schedules.pauseFor')}
        onChange={(event) => setChoice(event.target.value)}
        options={choices.map((value) => ({ value, label: t(`schedules.span.${value}`) }))}
      />
      {choice === 'time' && (
        <FormRow label={t('schedules.untilZone', { zone })}>
          <TimeTextInput label={t('schedules.untilZone', { zone })} value={time} zone={zone} onChange={setTime} />
        </FormRow>
      )}
    </AppDialog>
  );
}
