import { Pagination, Select } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { formatCount } from '../value/format-value.ts';

/** The page sizes a list offers. */
export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;

type Props = { page: number; pageSize: number; total: number; onChange: (page: number, pageSize: number) => void };

/** Pager in the order total, sizes, previous, pages, next, jumper. */
export function Pager({ page, pageSize, total, onChange }: Props) {
  const t = useT();
  return (
    <Pagination
      className="pt-pager"
      size="small"
      current={page}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      showQuickJumper
      onChange={(next) => onChange(next, pageSize)}
      showTotal={() => (
        <span className="pt-pager-total">
          <span>{t('table.pager.total', { count: formatCount(total) })}</span>
          <Select<number>
            size="small"
            value={pageSize}
            aria-label={t('table.pager.sizes')}
            options={PAGE_SIZES.map((size) => ({ value: size, label: t('table.pager.perPage', { size }) }))}
            onChange={(size) => onChange(1, size)}
          />
        </span>
      )}
    />
  );
}
