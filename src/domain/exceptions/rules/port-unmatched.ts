import type { Evidence, ExceptionRule } from '../types.ts';
import { findUnmatchedPorts } from '../unmatched-ports.ts';

/**
 * A source names a port by a code that is in no list and no alias; each code is one problem.
 * Silent on empty codes, on aliases, on what an operator has stated to be no port, and on inland places with a well-formed
 * UN/LOCODE: the list holds sea ports, and a depot or a delivery town need not be in it.
 */
export const portUnmatched: ExceptionRule = {
  code: 'PORT_UNMATCHED',
  defaults: {},
  text: {
    zh: '{{source}} 的港口代码 {{port}} 无法识别（{{count}} 处）',
    en: 'Port code {{port}} of {{source}} is not known ({{count}} {{count, plural(one: place; other: places)}})',
  },
  changeTimes: () => [],
  isInternalProblem: true,
  monotonic: 'increasing',
  readsSources: true,
  detect: (view, _now, _settings, reference) => {
    const byCode = new Map<string, Evidence[]>();
    for (const { content, sourceCode, observedAt } of view.records) {
      for (const { path, code, port } of findUnmatchedPorts(content, reference.resolvePort)) {
        if (reference.isNoPort?.(port, sourceCode) === true) continue;
        const evidence = byCode.get(port) ?? [];
        if (evidence.length === 0) byCode.set(port, evidence);
        evidence.push({ path, value: code, sourceCode, observedAt });
      }
    }
    return [...byCode].map(([port, evidence]) => ({
      key: port,
      params: { port, source: evidence[0]?.sourceCode ?? '-', count: evidence.length },
      // A bill with many containers repeats one code on every event; a few places are enough to see it.
      evidence: evidence.slice(0, 5),
      severity: 'medium' as const,
    }));
  },
};
