import { Checkbox } from 'antd';
import { useState } from 'react';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { columnOfPath } from '#contract/wire/override-columns.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { type ExpertField, kindOf } from './expert-fields.ts';
import { ValueInput } from './ValueInput.tsx';
import './expert.css';

type Props = {
  open: boolean;
  /** The booking the field is in. */
  bkId: string;
  path: ExpertField['path'];
  /** How the goods travel: fields are called by its words. */
  mode: Mode | undefined;
  /** As it is shown now. */
  value: string | number | null;
  zone: string | null;
  /** Works as a self-service expert. */
  self?: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Corrects one value: what the expert enters rules over all sources from now on. */
export function CorrectDialog({ open, bkId, path, mode, value, zone, self = false, onClose, onSaved }: Props) {
  const t = useT();
  const attribute = path.slice(path.lastIndexOf('.') + 1);
  const kind = kindOf(attribute);
  const shown =
    value === null ? '' : typeof value === 'number' && zone !== null ? placeTimeStr(value, zone) : String(value);
  const [editing, setEditing] = useState<{ path: string; text: string; clear: boolean }>();
  // Opened again, the dialog starts from what is shown.
  if (open && editing?.path !== path) setEditing({ path, text: shown, clear: false });
  if (!open && editing !== undefined) setEditing(undefined);
  const { text, clear } = editing ?? { text: shown, clear: false };
  const label = attributeLabel(t, attribute, mode);
  const save = async (): Promise<void> => {
    try {
      const { msg } = await callFull('saveOverride', {
        ...columnOfPath(path, bkId),
        newValue: clear ? null : text.trim(),
        isDelete: 1,
        processType: self ? 'AUTONOMIC_EXPERT' : 'EXPERT',
      });
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('common.failed'));
      throw error;
    }
    onSaved();
    onClose();
  };
  return (
    <AppDialog
      open={open}
      title={`${t('expert.edit')} · ${label}`}
      width={440}
      dirty={text !== shown || clear}
      okText={t('expert.save')}
      okDisabled={!clear && text.trim() === ''}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-expert-input">
        {!clear && (
          <ValueInput
            kind={kind}
            label={label}
            value={text}
            zone={zone}
            onChange={(next) => setEditing({ path, text: next, clear })}
          />
        )}
        <Checkbox checked={clear} onChange={(event) => setEditing({ path, text, clear: event.target.checked })}>
          {t('expert.clear')}
        </Checkbox>
      </div>
    </AppDialog>
  );
}
