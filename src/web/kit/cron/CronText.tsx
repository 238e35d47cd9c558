import { Popover } from 'antd';
import { toString as inWords } from 'cronstrue';
import 'cronstrue/locales/zh_CN.js';
import { cronDialect, cronProblem, defaultCronZone, nextCronRuns } from '#shared/time/cron.ts';
import { plainCron } from '#shared/time/cron-plain.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { timesAsText } from '#web/kit/value/TimeText.tsx';
import './cron.css';
import type { Lang } from '#shared/i18n/text.ts';

const shownRuns = 5;

/** The expression in words of the reader's language; the expression itself where it has none. */
function wordsOf(expression: string, lang: Lang): string {
  try {
    const words = inWords(plainCron(expression), {
      locale: lang === 'zh' ? 'zh_CN' : 'en',
      use24HourTimeFormat: true,
      dayOfWeekStartIndexZero: cronDialect(expression) === 'unix',
    });
    return lang === 'zh' ? words.replaceAll(/,\s*/g, '，') : words;
  } catch {
    return expression;
  }
}

/** A cron expression in words; its next runs, in the time of a named zone, are behind them. Nothing for what cannot be read. */
export function CronText({ expression, zone = defaultCronZone }: { expression: string; zone?: string }) {
  const t = useT();
  const lang = useLang();
  const text = expression.trim();
  if (text === '' || cronProblem(text, Date.now()) !== undefined) return null;
  const runs = nextCronRuns(text, zone, Date.now(), shownRuns);
  return (
    <Popover
      title={t('cron.next', { zone })}
      trigger={['hover', 'focus', 'click']}
      content={
        <ol className="pt-cron-runs">
          {timesAsText(runs, zone).map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      }
    >
      <button type="button" className="pt-cron">
        {wordsOf(text, lang)}
      </button>
    </Popover>
  );
}
