import { ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useGo } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { usePhone } from '#web/kit/table/use-phone.ts';
import { useTrace } from './trace-context.ts';

const ShareDialog = late(async () => (await import('./ShareDialog.tsx')).ShareDialog);
const severities = ['high', 'medium', 'low'];

/** On a phone the act of the page stands where the thumb is: handling the worst open exception, else sharing the shipment. */
export function TraceAct() {
  const t = useT();
  const go = useGo();
  const isPhone = usePhone();
  const { booking, exceptions } = useTrace();
  const [open, setOpen] = useState(false);
  const mayHandle = useMayCall('updateException');
  const mayShare = useMayCall('traceShareInsert');
  const [worst] = exceptions
    .filter((exception) => exception.open === 1)
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.createTime - b.createTime);
  const handles = mayHandle && worst !== undefined;
  if (!isPhone || !(handles || mayShare)) return null;
  return (
    <div className="pt-trace-act">
      {handles ? (
        <Button
          type="primary"
          block
          onClick={() => go(`/exception-manage/handle?id=${encodeURIComponent(worst.obmAutotestResultId)}`)}
        >
          {t('traceDetail.handle', { name: worst.testPurposeName })}
        </Button>
      ) : (
        <Button type="primary" block icon={<ShareAltOutlined />} onClick={() => setOpen(true)}>
          {t('traceSharing.share.open')}
        </Button>
      )}
      <ShareDialog open={open} bkId={booking.obmBkId} onClose={() => setOpen(false)} />
    </div>
  );
}
