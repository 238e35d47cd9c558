import { useT } from '#web/i18n/index.ts';

/** Days at which the bar is full. */
const most = 14;

/** Days after the promise (to the right) or before it (to the left) as a bar beside the number. */
export function LateDays({ days }: { days: number }) {
  const t = useT();
  const share = Math.min(Math.abs(days), most) / most / 2;
  const words =
    days === 0
      ? t('orders.promise.onTime')
      : days > 0
        ? t('orders.promise.late', { days })
        : t('orders.promise.left', { days: -days });
  return (
    <span className="pt-late-days" title={words}>
      <i aria-hidden="true">
        <b
          data-late={days > 0 || undefined}
          style={{ width: `${share * 100}%`, ...(days > 0 ? { left: '50%' } : { right: '50%' }) }}
        />
      </i>
      {days}
    </span>
  );
}
