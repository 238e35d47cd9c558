import { SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';

const WhatIfDialog = late(async () => (await import('./WhatIfDialog.tsx')).WhatIfDialog);

/** Opens the comparison of a shipment by sea with its next sailings. */
export function WhatIfButton({ subscriptionId }: { subscriptionId: string }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button size="small" icon={<SwapOutlined />} onClick={() => setShown(true)}>
        {t('whatIf.open')}
      </Button>
      <WhatIfDialog open={shown} subscriptionId={subscriptionId} onClose={() => setShown(false)} />
    </>
  );
}
