import { parseContainerNumber } from '#shared/ids/container-number.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf } from '../../tracking/containers.ts';
import { contentOf, evidenceOf } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * A container number has a wrong check digit or is no container number at all.
 * Silent on case and blanks (they are normalised), and on an empty number.
 */
export const ctnInvalid: ExceptionRule = {
  code: 'CTN_INVALID',
  defaults: {},
  text: {
    zh: '箱号 {{boxNos}} {{#shape}}不符合 ISO 6346 格式{{/shape}}{{^shape}}校验位错误{{/shape}}',
    en: 'Container number {{boxNos}} {{#shape}}does not have the form of ISO 6346{{/shape}}{{^shape}}has a wrong check digit{{/shape}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view) => {
    const numbers = new Set(containerNumbersOf(contentOf(view)));
    if (view.subscription.containerNo) numbers.add(view.subscription.containerNo);
    const findings = [...numbers].flatMap((containerNo): ContainerFinding[] => {
      const { number, problem } = parseContainerNumber(containerNo);
      if (problem === undefined || number === '') return [];
      return [
        {
          containerNo: number,
          key: problem,
          params: { containerNo, ...(problem === 'shape' && { shape: 1 }) },
          evidence: [evidenceOf(view, `container[${containerNo}].containerNo`, containerNo)],
          severity: problem === 'shape' ? 'medium' : 'low',
        },
      ];
    });
    return mergeContainers(findings);
  },
};
