import { Checkbox, Tooltip } from 'antd';
import { placeTimeText } from '#shared/time/place-time.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useEditor } from './editor-context.ts';

/** Whether the value of an expert is used for a field; shown only where an expert has entered one. */
export function ExpertSwitch({ path, label }: { path: string | undefined; label: string }) {
  const t = useT();
  const lang = useLang();
  const { entries, toggle } = useEditor();
  const entry = path === undefined ? undefined : entries.get(path);
  if (entry === undefined) return null;
  const shown = (value: string | number | null): string => {
    if (value === null) return t('business.cleared');
    return typeof value === 'number' && entry.zone !== null
      ? placeTimeText(value, entry.zone, lang, 'second')
      : String(value);
  };
  const hint = (
    <span className="pt-expert-hint">
      <span>{t('business.automaticValue', { value: shown(entry.automaticValue) })}</span>
      <span>{t('business.expertValue', { value: shown(entry.value) })}</span>
      <span>
        {entry.creatorName} · {timeAsText(entry.createTime)}
      </span>
    </span>
  );
  return (
    <Tooltip title={hint} mouseEnterDelay={1}>
      <Checkbox
        className="pt-expert-switch"
        checked={entry.isDelete === 1}
        aria-label={`${label}: ${t('business.useExpert')}`}
        onChange={(event) => toggle(entry, event.target.checked)}
      >
        {t('business.useExpertShort')}
      </Checkbox>
    </Tooltip>
  );
}
