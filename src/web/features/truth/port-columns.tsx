import { useMemo } from 'react';
import type { UnknownPort } from '#contract/unknown-port.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';

const tones: Readonly<Record<UnknownPort['state'], Tone>> = { open: 'warn', mapped: 'ok', not_port: 'neutral' };

/** Code and name of a port in the reader's language. */
export function portText(
  lang: 'zh' | 'en',
  port: { portCode: string | null; portName: string | null; portNameCn: string | null },
): string {
  if (port.portCode === null) return '';
  const name = lang === 'zh' ? (port.portNameCn ?? port.portName) : port.portName;
  return name === null || name === port.portCode ? port.portCode : `${port.portCode} ${name}`;
}

/** The columns of unknown ports. */
export function usePortColumns(): DataColumn<UnknownPort>[] {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const count = (key: 'shipments' | 'waiting' | 'tenants'): DataColumn<UnknownPort> => ({
      key,
      title: t(`truth.ports.column.${key}`),
      width: 88,
      align: 'end',
      text: (row) => formatCount(row[key]),
    });
    const time = (key: 'firstSeenTime' | 'lastSeenTime' | 'mapTime'): DataColumn<UnknownPort> => ({
      key,
      title: t(`truth.ports.column.${key}`),
      width: 196,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    return [
      {
        key: 'rawCode',
        title: t('truth.ports.column.rawCode'),
        width: 140,
        text: (row) => row.rawCode,
        copyable: true,
      },
      { key: 'source', title: t('truth.ports.column.source'), width: 150, text: (row) => row.sourceName },
      {
        key: 'state',
        title: t('truth.ports.column.state'),
        width: 100,
        text: (row) => t(`truth.ports.state.${row.state}`),
        render: (row) => <StatusTag tone={tones[row.state]}>{t(`truth.ports.state.${row.state}`)}</StatusTag>,
      },
      { key: 'port', title: t('truth.ports.column.port'), width: 160, text: (row) => portText(lang, row) },
      count('shipments'),
      count('waiting'),
      count('tenants'),
      { key: 'places', title: t('truth.ports.column.places'), width: 200, text: (row) => row.places.join(' / ') },
      {
        key: 'guess',
        title: t('truth.ports.column.guess'),
        width: 160,
        text: ({ guesses: [best], state }) => (best === undefined || state !== 'open' ? '' : portText(lang, best)),
      },
      {
        key: 'run',
        title: t('truth.ports.column.run'),
        width: 110,
        text: ({ run }) => (run === null ? '' : t('truth.ports.progress', { done: run.done, total: run.total })),
      },
      time('firstSeenTime'),
      time('lastSeenTime'),
      {
        key: 'mappedBy',
        title: t('truth.ports.column.mappedBy'),
        width: 120,
        text: (row) => row.mappedByName ?? row.mappedBy ?? '',
      },
      time('mapTime'),
    ];
  }, [t, lang]);
}
