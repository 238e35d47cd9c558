import { Alert, Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';

/** What is counted, with the filters that show those vehicles. */
const notices: [keyof CallData<'vehicleAccessCounts'>, SearchValues][] = [
  ['legacy', { access: ['legacy'] }],
  ['unbound', { access: ['unbound'] }],
  ['doubtful', { doubtful: '1' }],
];

const everyMs = 30_000;

/** Devices that somebody has to do something about: how many, and which they are. */
export function AccessNotice({ onShow }: { onShow: (filters: SearchValues) => void }) {
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
