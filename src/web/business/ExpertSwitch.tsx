import { Checkbox, Tooltip } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useEditor } from './editor-context.ts';

/** Whether the value of an expert is used for a field; shown only where an expert has entered one. */
export function ExpertSwitch({ path, label }: { path: string | undefined; label: string }) {
  const t = useT();
  const { entries, toggle } = useEditor();
  const entry = path === undefined ? undefined : entries.get(path);
  if (entry === undefined) return null;
  const none = t('business.cleared');
  const automatic =
    entry.automaticValue === null
      ? none
      : typeof entry.automaticValue === 'number' && entry.zone !== null
        ? timeAsText(entry.automaticValue, entry.zone)
        : String(entry.automaticValue);
  const hint = (
    <span className="pt-expert-hint">
      <span>{t('business.automaticValue', { value: automatic })}</span>
      <span>{t('business.expertValue', { value: entry.newValue ?? none })}</span>
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
