import { useMemo } from 'react';
import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark, severityOf, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { falseAlarmsOf } from './draft.ts';
import { useValuesText } from './value-texts.ts';

const openHref = (code: string): string =>
  `/exception-manage?${new URLSearchParams({ testPurpose: code, handleStatus: '0,1,4' })}`;

/** The columns of the list of rules. */
export function useRuleColumns(): DataColumn<DetectionRule>[] {
  const t = useT();
  const lang = useLang();
  const valuesText = useValuesText();
  return useMemo(() => {
    const nameOf = (row: DetectionRule): string => (lang === 'zh' ? row.nameCn : row.nameEn);
    const count = (key: 'openNow' | 'opened30' | 'resolved30', width: number): DataColumn<DetectionRule> => ({
      key,
      title: t(`detectionRules.column.${key}`),
      width,
      align: 'end',
      text: (row) => formatCount(row[key]),
    });
    const alarmText = (row: DetectionRule): string => {
      const share = falseAlarmsOf(row);
      return share === undefined
        ? t('detectionRules.notJudged')
        : t('detectionRules.falseAlarms', { ...share, dismissed: row.dismissed });
    };
    const columns: DataColumn<DetectionRule>[] = [
      { key: 'name', title: t('detectionRules.column.name'), width: 160, text: nameOf },
      {
        key: 'description',
        title: t('detectionRules.column.description'),
        width: 280,
        text: (row) => row.description ?? '',
      },
      {
        key: 'severity',
        title: t('detectionRules.column.severity'),
        width: 84,
        text: (row) => t(`value.severity.${severityOf(row.severity)}`),
        render: (row) => <SeverityMark severity={row.severity} />,
      },
      {
        key: 'enabled',
        title: t('detectionRules.column.enabled'),
        width: 76,
        text: (row) => t(row.enabled === 1 ? 'detectionRules.on' : 'detectionRules.off'),
        render: (row) => (
          <StatusTag tone={row.enabled === 1 ? 'ok' : 'neutral'}>
            {t(row.enabled === 1 ? 'detectionRules.on' : 'detectionRules.off')}
          </StatusTag>
        ),
      },
      {
        key: 'thresholds',
        title: t('detectionRules.column.thresholds'),
        width: 220,
        text: (row) => valuesText(row, row.values) || t('detectionRules.none'),
      },
      {
        ...count('openNow', 76),
        render: (row) =>
          row.openNow === 0 ? (
            '0'
          ) : (
            <GoLink className="pt-link" href={openHref(row.ruleCode)}>
              {formatCount(row.openNow)}
            </GoLink>
          ),
      },
      count('opened30', 124),
      count('resolved30', 132),
      {
        key: 'falseAlarms',
        title: t('detectionRules.column.falseAlarms'),
        width: 132,
        text: alarmText,
        // The same words in every row say nothing: a dash, and the words for who asks.
        render: (row) => (falseAlarmsOf(row) === undefined ? <span className="pt-muted">—</span> : alarmText(row)),
      },
    ];
    return columns;
  }, [t, lang, valuesText]);
}
