import { PercentageOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import type { PriceName } from './price-calls.ts';

// The dialog comes when it is first opened.
const ChangePricesDialog = late(() => import('./ChangePricesDialog.tsx').then((module) => module.ChangePricesDialog));

type Props = {
  of: PriceName;
  /** The lines it is about, as the call takes them. */
  chosen: { filter: object } | { prices: object };
};

/** Opens the change of all prices that fit the filters of the list. */
export function ChangePricesButton({ of, chosen }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [opening, setOpening] = useState({ open: false, count: 0 });
  return (
    <>
      <Button
        size="small"
        icon={<PercentageOutlined />}
        onClick={() => setOpening(({ count }) => ({ open: true, count: count + 1 }))}
      >
        {t('freight.change.button')}
      </Button>
      {opening.count > 0 && (
        <ChangePricesDialog
          key={opening.count}
          of={of}
          chosen={chosen}
          open={opening.open}
          onClose={() => setOpening(({ count }) => ({ open: false, count }))}
          onChanged={() => {
            for (const name of [`${of}.query`, 'agentPrices.list']) void client.invalidateQueries({ queryKey: [name] });
          }}
        />
      )}
    </>
  );
}
