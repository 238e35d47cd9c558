import { type OrderStage, orderStages } from '#domain/commerce/order/judge-order.ts';
import { ordersList } from '#lists/orders.ts';
import { useLang } from '#web/i18n/index.ts';

/** Lines of an order by the stage they are at. */
export type StageLines = Readonly<Record<OrderStage, number>>;

const nameOf = (stage: OrderStage, lang: 'zh' | 'en'): string => ordersList.columns.stage.values[stage][lang];

/** How many lines are at which stage, in words; stages without lines are left out. */
export const stageText = (lines: StageLines, lang: 'zh' | 'en'): string =>
  orderStages
    .filter((stage) => lines[stage] > 0)
    .map((stage) => `${nameOf(stage, lang)} ${lines[stage]}`)
    .join(' · ');

/** How many lines are at which stage, as a bar with its words. */
export function StageBar({ lines }: { lines: StageLines }) {
  const lang = useLang();
  return (
    <span className="pt-stage-bar">
      <span aria-hidden>
        {orderStages.map(
          (stage) => lines[stage] > 0 && <i key={stage} data-stage={stage} style={{ flexGrow: lines[stage] }} />,
        )}
      </span>
      <small>{stageText(lines, lang)}</small>
    </span>
  );
}
