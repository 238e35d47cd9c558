import { Alert, Button } from 'antd';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';

/** The filters that show the vehicles of a notice. */
type Filters = Readonly<Record<string, string | readonly string[]>>;

const notices = [
  ['legacy', { access: ['legacy'] }],
  ['unbound', { access: ['unbound'] }],
  ['doubtful', { doubtful: '1' }],
] as const satisfies readonly (readonly [string, Filters])[];

const everyMs = 30_000;

/** Devices that somebody has to do something about: how many, and which they are. */
export function AccessNotice({ onShow }: { onShow: (filters: Filters) => void }) {
  const t = useT();
  const { data } = useCall('vehicleAccessCounts', undefined, { refetchInterval: everyMs });
  return notices
    .filter(([name]) => (data?.[name] ?? 0) > 0)
    .map(([name, filters]) => (
      <Alert
        key={name}
        type="warning"
        showIcon
        title={t(`gpsAccess.notice.${name}`, { count: data?.[name] ?? 0 })}
        action={
          <Button size="small" onClick={() => onShow(filters)}>
            {t('gpsAccess.notice.show')}
          </Button>
        }
      />
    ));
}
