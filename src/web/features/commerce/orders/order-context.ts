import { createContext, use } from 'react';
import type { CallData } from '#contract/index.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import { type Translate, useLang } from '#web/i18n/index.ts';
import { useSourceText } from '#web/kit/value/use-source-text.ts';

/** An order as its page shows it. */
export type OrderDetail = CallData<'orderGet'>;
/** A shipment that carries lines of an order. */
export type Movement = OrderDetail['movements'][number];

/** The order that the parts of the page show, and how it is requested again. */
export const OrderContext = createContext<{ order: OrderDetail; refresh: () => void } | null>(null);

/** The order of this page; throws outside of it. */
export function useOrder(): { order: OrderDetail; refresh: () => void } {
  const found = use(OrderContext);
  if (found === null) throw new Error('useOrder outside of OrderContext');
  return found;
}

/** Names of the places of a shipment in the reader's language; the code when there is no name. */
export function usePlaceName(): (movement: Movement, code: string | null) => string {
  const lang = useLang();
  return ({ places }, code) => {
    if (code === null) return '';
    const place = places[code];
    return (lang === 'zh' ? (place?.nameCn ?? place?.name) : (place?.name ?? place?.nameCn)) || code;
  };
}

/** Of which lines of the order something is, in words. */
export const forLines = (t: Translate, lineNos: readonly string[]): string =>
  t(lineNos.length === 1 ? 'orders.forLine' : 'orders.forLines', { lines: lineNos.join(', ') });

/** Which batches something is of, in words. */
export const batchesText = (t: Translate, batchNos: readonly string[]): string =>
  t(batchNos.length === 1 ? 'orders.batch' : 'orders.batches', { batches: batchNos.join(', ') });

/** The trace of a shipment; nothing as long as nothing is known of it. */
export const traceHref = ({ mode, obmBkId }: Pick<Movement, 'mode' | 'obmBkId'>): string | undefined =>
  obmBkId === null ? undefined : `${traceRoutes[mode]}?obmBkId=${encodeURIComponent(obmBkId)}`;

type Reported = Readonly<Record<string, { source: string; time: number }>>;

/** Which source reported a value and when, as a line of its tooltip; undefined where nobody is known. */
export function useReported(): (reported: Reported, name: string) => string | undefined {
  const sourceText = useSourceText();
  return (reported, name) => {
    const source = reported[name];
    return source && sourceText(source);
  };
}
