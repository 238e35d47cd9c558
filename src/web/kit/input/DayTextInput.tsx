import { CalendarOutlined } from '@ant-design/icons';
import { Button, Input, type InputProps } from 'antd';
import { type FocusEvent, useRef } from 'react';
import { parseDateText } from '#shared/time/parse-time-text.ts';

type Props = Omit<InputProps, 'value' | 'onChange'> & {
  /** A day as yyyy-MM-dd, or whatever is being typed. */
  value: string;
  /** Name of the button that opens the calendar. */
  pick: string;
  onChange: (text: string) => void;
};

/** A day, typed as people write it (2026/3/1, 2026年3月1日) and put into one form when it is left, or picked in a calendar. */
export function DayTextInput({ value, pick, disabled = false, onChange, onBlur, ...rest }: Props) {
  const calendar = useRef<HTMLInputElement>(null);
  const day = parseDateText(value);
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    if (day !== undefined && day !== value) onChange(day);
    onBlur?.(event);
  };
  return (
    <Input
      {...rest}
      value={value}
      disabled={disabled}
      autoComplete="off"
      placeholder="yyyy-MM-dd"
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
      suffix={
        <>
          <input
            ref={calendar}
            type="date"
            className="pt-native-date"
            tabIndex={-1}
            aria-hidden="true"
            value={day ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            type="text"
            size="small"
            disabled={disabled}
            icon={<CalendarOutlined />}
            aria-label={pick}
            onClick={() => calendar.current?.showPicker()}
          />
        </>
      }
    />
  );
}
