import { CalendarOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { parseDateText } from '#shared/time/parse-time-text.ts';
import { call } from '#web/base/client.ts';
import { landmarkOf } from '#web/kit/landmark.ts';
import { useT } from '#web/i18n/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';

/** Ready-made ranges: this many days up to and including today. */
const RANGE_PRESETS = [1, 3, 7, 30, 90] as const;

/** A calendar day of the reader as `yyyy-MM-dd`. */
function dayText(instant: number): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last `days` days, today included. */
function lastDays(days: number, now: number): { from: string; to: string } {
  return { from: dayText(now - (days - 1) * DAY_MS), to: dayText(now) };
}

type Range = { from: string; to: string };
type Props = { value: Range; onChange: (range: Range) => void; label: string };

function DayField({ value, onChange, label }: { value: string; onChange: (text: string) => void; label: string }) {
  const t = useT();
  const [text, setText] = useState(value);
  // Not in an effect: those run again when a hidden tab is shown, and what was typed would be lost.
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setText(value);
  }
  const wrong = text.trim() !== '' && parseDateText(text.trim()) === undefined;
  const commit = (): void => {
    const day = text.trim() === '' ? '' : parseDateText(text.trim());
    if (day === undefined) return;
    setText(day);
    if (day !== value) onChange(day);
  };
  return (
    <input
      className="pt-day"
      value={text}
      aria-label={label}
      aria-invalid={wrong}
      title={wrong ? t('search.wrongDate') : ''}
      placeholder={t('search.dayHint')}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

/** A range of days as two text fields (yyyy-MM-dd or yyyyMMdd), with ready-made ranges and the browser's calendar. */
export function DateRangeText({ value, onChange, label }: Props) {
  const t = useT();
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const menu = [
    ...RANGE_PRESETS.map((days) => ({
      key: String(days),
      label: days === 1 ? t('search.today') : t('search.lastDays', { days }),
    })),
    { type: 'divider' as const },
    { key: 'from', label: t('search.pickFrom') },
    { key: 'to', label: t('search.pickTo') },
    { key: 'clear', label: t('search.clearRange') },
  ];
  const choose = (key: string): void => {
    if (key === 'from') from.current?.showPicker();
    else if (key === 'to') to.current?.showPicker();
    else if (key === 'clear') onChange({ from: '', to: '' });
    // Days count by the world's clock: a simulated world may be ahead of this computer.
    else
      void call('getWorld')
        .then(
          ({ now }) => now,
          () => Date.now(),
        )
        .then((now) => onChange(lastDays(Number(key), now)));
  };
  return (
    <span className="pt-range">
      <DayField
        value={value.from}
        onChange={(day) => onChange({ ...value, from: day })}
        label={t('search.fromOf', { label })}
      />
      <span aria-hidden="true">–</span>
      <DayField
        value={value.to}
        onChange={(day) => onChange({ ...value, to: day })}
        label={t('search.toOf', { label })}
      />
      <input
        ref={from}
        type="date"
        className="pt-native-date"
        tabIndex={-1}
        aria-hidden="true"
        value={value.from}
        onChange={(event) => onChange({ ...value, from: event.target.value })}
      />
      <input
        ref={to}
        type="date"
        className="pt-native-date"
        tabIndex={-1}
        aria-hidden="true"
        value={value.to}
        onChange={(event) => onChange({ ...value, to: event.target.value })}
      />
      <Dropdown
        trigger={['click']}
        getPopupContainer={landmarkOf}
        menu={{ items: menu, onClick: ({ key }) => choose(key) }}
      >
        <Button type="text" size="small" icon={<CalendarOutlined />} aria-label={t('search.ranges', { label })} />
      </Dropdown>
    </span>
  );
}
