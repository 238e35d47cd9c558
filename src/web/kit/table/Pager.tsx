import { Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '../value/format-value.ts';
import './pager.css';

/** The page sizes a list offers. */
const PAGE_SIZES = [10, 20, 50, 100, 200] as const;

type Props = {
  page: number;
  pageSize: number;
  /** Undefined until it is known. */
  total: number | undefined;
  onChange: (page: number, pageSize: number) => void;
  /** The sizes to choose from, where they are others. */
  sizes?: readonly number[];
  /** Five page numbers at most, where room is short. */
  short?: boolean;
};

/** Goes to a page whose number is typed, at most to the last one. */
function Jumper({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const jump = (): void => {
    const wanted = Number(text);
    setText('');
    if (wanted >= 1) onJump(Math.min(wanted, last));
  };
  return (
    <label className="pt-pager-jumper">
      <span>{t('table.pager.jump')}</span>
      <Input
        size="small"
        inputMode="numeric"
        maxLength={7}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
        onPressEnter={jump}
        onBlur={() => setText('')}
      />
      <span>{t('table.pager.page')}</span>
    </label>
  );
}

/** Pager in the order total, sizes, previous, pages, next, jumper: all of them always, also for one page or none. */
export function Pager({ page, pageSize, total, onChange, sizes = PAGE_SIZES, short = false }: Props) {
  const t = useT();
  return (
    <div className="pt-pager">
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        // Without rows there is still the first page, and without an answer still the page requested.
        total={Math.max(1, total ?? page * pageSize)}
        showSizeChanger={false}
        showLessItems={short}
        onChange={(next) => onChange(next, pageSize)}
        showTotal={() => (
          <span className="pt-pager-total">
            <span>{t('table.pager.total', { count: total === undefined ? '…' : formatCount(total) })}</span>
            <Select<number>
              size="small"
              value={pageSize}
              aria-label={t('table.pager.sizes')}
              options={[...new Set([...sizes, pageSize])]
                .toSorted((a, b) => a - b)
                .map((size) => ({ value: size, label: t('table.pager.perPage', { size }) }))}
              onChange={(size) => onChange(1, size)}
            />
          </span>
        )}
      />
      <Jumper
        last={total === undefined ? page : Math.max(1, Math.ceil(total / pageSize))}
        onJump={(next) => {
          if (next !== page) onChange(next, pageSize);
        }}
      />
    </div>
  );
}
