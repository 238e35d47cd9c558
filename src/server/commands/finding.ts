import { codeOf } from '#shared/values/errors.ts';
import { startProblem } from '../platform/errors/start-problem.ts';
import type { Settings } from '../platform/config/index.ts';

export type Level = 'ok' | 'warning' | 'fault';

/** What one check of the doctor found, with the mend in the same line. */
export type Finding = { check: string; level: Level; zh: string; en: string };

/** Makes findings of one check. */
export const findings = (check: string) => {
  const of =
    (level: Level) =>
    (zh: string, en: string): Finding => ({ check, level, zh, en });
  return { ok: of('ok'), warning: of('warning'), fault: of('fault') };
};

/** Runs a check that must end in time and never throws: what fails or hangs is a fault of its own. */
export async function within(
  check: string,
  limitMs: number,
  settings: Settings,
  work: () => Promise<Finding[]>,
): Promise<Finding[]> {
  const { fault } = findings(check);
  const seconds = limitMs / 1000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((done) => {
    timer = setTimeout(done, limitMs, [
      fault(
        `检查“${check}”在 ${seconds} 秒内没有结果：请检查网络与防火墙`,
        `The check "${check}" had no result within ${seconds} s: look at the network and firewalls`,
      ),
    ]);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    const known = startProblem(error, settings);
    if (known !== undefined) return [fault(known.zh, known.en)];
    const code = String(codeOf(error) ?? (error instanceof Error ? error.name : 'Error'));
    return [fault(`检查“${check}”失败（${code}）`, `The check "${check}" failed (${code})`)];
  } finally {
    clearTimeout(timer);
  }
}
