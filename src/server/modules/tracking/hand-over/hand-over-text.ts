import type { CallData } from '#contract/index.ts';
import { placeTimeText } from '#shared/time/place-time.ts';

type HandOver = Omit<CallData<'handOverGet'>, 'text'>;
type Lang = 'zh' | 'en';

const words = {
  zh: {
    title: (name: string, from: string) => `交接班${name === '' ? '' : `（${name}）`}，班次开始于 ${from}`,
    open: (o: HandOver['open']) =>
      `一、未完结：${o.total} 条异常，其中严重 ${o.high} 条，无责任人 ${o.unassigned} 条，可能损失 ${o.moneyUsd} 美元`,
    changed: (c: HandOver['changed']) =>
      `二、班内变化：新增 ${c.opened} 条，消除 ${c.resolved} 条，处理 ${c.handled} 条`,
    due: (count: number) => `三、24 小时内到期：${count} 项`,
    nobody: '无责任人',
    change: { opened: '新增', resolved: '消除', handled: '处理' },
    kind: { snoozed: '暂缓到期', event: '事件处理时限', arrival: '预计到港', order: '订单承诺交付' },
    note: '备注',
    none: '无',
  },
  en: {
    title: (name: string, from: string) => `Hand-over${name === '' ? '' : ` of ${name}`}, shift began ${from}`,
    open: (o: HandOver['open']) =>
      `1. Open: ${o.total} exceptions, ${o.high} of high severity, ${o.unassigned} without anybody responsible, USD ${o.moneyUsd} at risk`,
    changed: (c: HandOver['changed']) =>
      `2. Changed during the shift: ${c.opened} found, ${c.resolved} resolved, ${c.handled} handled`,
    due: (count: number) => `3. Due within 24 hours: ${count}`,
    nobody: 'unassigned',
    change: { opened: 'found', resolved: 'resolved', handled: 'handled' },
    kind: {
      snoozed: 'postponed until',
      event: 'event to handle by',
      arrival: 'expected arrival',
      order: 'order promised',
    },
    note: 'Note',
    none: 'none',
  },
} as const;

/** A hand-over as plain text, readable without the product's screens. */
export function handOverText(handOver: HandOver, lang: Lang, zone: string, note?: string): string {
  const w = words[lang];
  const time = (instant: number): string => placeTimeText(instant, zone, lang);
  const gap = lang === 'zh' ? '，' : ', ';
  const list = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [`  ${w.none}`] : lines);
  const { open, changed, due } = handOver;
  return [
    w.title(handOver.byName ?? '', time(handOver.from)),
    ...(note === undefined || note.trim() === '' ? [] : [`${w.note}: ${note.trim()}`]),
    '',
    w.open(open),
    ...list(
      open.items.map(
        (one) =>
          `  - ${[one.referenceNo, one.text, one.assigneeName ?? w.nobody, ...(one.moneyUsd > 0 ? [`USD ${one.moneyUsd}`] : [])].join(gap)}`,
      ),
    ),
    '',
    w.changed(changed),
    ...list(
      changed.items.map((one) => `  - ${time(one.time)} ${w.change[one.change]}: ${one.referenceNo}${gap}${one.text}`),
    ),
    '',
    w.due(due.length),
    ...list(
      due.map(
        (one) => `  - ${placeTimeText(one.time, one.zone ?? zone, lang)} ${w.kind[one.kind]}: ${one.referenceNo}`,
      ),
    ),
  ].join('\n');
}
