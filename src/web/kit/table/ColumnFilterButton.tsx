import { Button, Checkbox, Input, Popover } from 'antd';
import { useMemo, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { landmarkOf } from '#web/kit/landmark.ts';
import { Glyph } from '#web/kit/value/Glyph.tsx';
import { type ColumnFilter, countTexts, isOpen, noFilter } from './local-rows.ts';
import './column-filter.css';

/** More texts than these nobody looks through; letters narrow them down. */
const SHOWN = 100;

type Props<Row> = {
  /** Title of the column. */
  title: string;
  /** Rows whose texts are offered. */
  rows: readonly Row[];
  textOf: (row: Row) => string;
  filter: ColumnFilter;
  onFilter: (filter: ColumnFilter) => void;
};

function Choices<Row>({ title, rows, textOf, filter, onFilter }: Props<Row>) {
  const t = useT();
  const texts = useMemo(() => countTexts(rows, textOf), [rows, textOf]);
  const letters = filter.contains.trim().toLocaleLowerCase();
  const chosen = new Set(filter.values);
  const matching = texts.filter(({ text }) => chosen.has(text) || text.toLocaleLowerCase().includes(letters));
  const toggle = (text: string): void =>
    onFilter({
      ...filter,
      values: chosen.has(text) ? filter.values.filter((value) => value !== text) : [...filter.values, text],
    });
  return (
    <div className="pt-column-filter">
      <Input
        size="small"
        autoFocus
        allowClear
        maxLength={100}
        aria-label={t('columnFilter.contains', { name: title })}
        placeholder={t('columnFilter.placeholder')}
        value={filter.contains}
        onChange={(event) => onFilter({ ...filter, contains: event.target.value })}
      />
      <ul aria-label={t('columnFilter.values', { name: title })}>
        {matching.slice(0, SHOWN).map(({ text, count }) => (
          <li key={text}>
            <Checkbox checked={chosen.has(text)} onChange={() => toggle(text)}>
              <span title={text}>{text === '' ? t('columnFilter.empty') : text}</span>
            </Checkbox>
            <span className="pt-muted">{count}</span>
          </li>
        ))}
      </ul>
      {matching.length === 0 && <p className="pt-muted">{t('columnFilter.none')}</p>}
      {matching.length > SHOWN && (
        <p className="pt-muted">{t('columnFilter.more', { count: matching.length - SHOWN })}</p>
      )}
      <Button size="small" block disabled={isOpen(filter)} onClick={() => onFilter(noFilter)}>
        {t('columnFilter.clear')}
      </Button>
    </div>
  );
}

/** The button in the head of a column whose rows are all here: letters to look for and texts to choose. */
export function ColumnFilterButton<Row>(props: Props<Row>) {
  const t = useT();
  const [open, setOpen] = useState<boolean>();
  const active = !isOpen(props.filter);
  const button = (
    <button
      type="button"
      className="pt-column-filter-button"
      data-active={active || undefined}
      aria-pressed={active}
      aria-label={t('columnFilter.button', { name: props.title })}
      onClick={() => open === undefined && setOpen(true)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      <Glyph name={active ? 'filtering' : 'filter'} />
    </button>
  );
  // Four tables have some eighty of these: what opens is made when it is first wanted.
  if (open === undefined) return button;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottom"
      getPopupContainer={landmarkOf}
      destroyOnHidden
      content={<Choices {...props} />}
    >
      {button}
    </Popover>
  );
}
