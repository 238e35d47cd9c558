import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type MetricDoc, metricDocs } from './metric-docs.ts';

const fileOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** The names that a query can use for each metric. */
const known = new Set(
  Object.entries<MetricDoc>(metricDocs).flatMap(([name, { type }]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  ),
);

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/portolan.json'])(
  '%s asks for metrics that there are',
  (path) => {
    const used = new Set(fileOf(path).match(/\bportolan_\w+/g));
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  },
);

test('labels in alerts and dashboard are those of some metric', () => {
  const own = Object.values<MetricDoc>(metricDocs).flatMap((one) => one.labels);
  const labels = new Set([...own, 'le', 'instance', 'job']);
  const texts = fileOf('deploy/prometheus/alerts.yml') + fileOf('deploy/grafana/portolan.json');
  const used = [...texts.matchAll(/\bby \(([^)]*)\)|\{(\w+)(?:=~?|!=)/g)].flatMap(([, list = '', one = '']) =>
    `${list},${one}`.split(',').map((name) => name.trim()),
  );
  expect(used.filter((name) => name !== '' && !labels.has(name))).toEqual([]);
});

describe('every alert', () => {
  const alerts = fileOf('deploy/prometheus/alerts.yml').split('- alert: ').slice(1);
  const runbooks = fileOf('docs/operations.md');

  test.each(alerts.map((text) => [text.slice(0, text.indexOf('\n')), text]))(
    '%s has a severity, a summary in both languages and a runbook',
    (name, text) => {
      expect(text).toMatch(/severity: (?:page|warn)\n/);
      expect(text).toMatch(/summary: \S/);
      expect(text).toMatch(/summary_zh: .*\p{Script=Han}/u);
      expect(text).toContain(`runbook: docs/operations.md#${name.toLowerCase()}\n`);
      expect(runbooks).toContain(`\n### ${name}\n`);
    },
  );
});
