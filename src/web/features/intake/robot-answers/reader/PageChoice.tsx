import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { showTime } from '#web/kit/value/format-time.ts';
import type { Reader } from './use-reader.ts';

/** Which carrier's pages are read, and on which of them columns are chosen. */
export function PageChoice({ reader }: { reader: Reader }) {
  const { t, stored, hasNoStored, carrierCode, start } = reader;
  const carriers = useCarriers();
  const [text, setText] = useState('');
  const [subjectNo, setSubjectNo] = useState('');
  const helpId = useId();
  return (
    <div className="pt-reader-page">
      <FormRow label={t('pageReader.carrier')} required>
        <Select<string>
          aria-label={t('pageReader.carrier')}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={start.version !== undefined}
          value={carrierCode}
          options={carriers.options.map(({ value, label }) => ({ value, label: `${label} (${value})` }))}
          onChange={reader.setCarrier}
        />
      </FormRow>
      <FormRow label={t('pageReader.name')} required>
        <Input
          aria-label={t('pageReader.name')}
          maxLength={60}
          value={reader.name}
          onChange={({ target }) => reader.setName(target.value)}
        />
      </FormRow>
      <FormRow label={t('pageReader.stored')}>
        <div>
          <Select<string[]>
            mode="multiple"
            aria-label={t('pageReader.stored')}
            aria-describedby={helpId}
            maxCount={5}
            disabled={carrierCode === undefined}
            value={[...reader.answerIds]}
            options={stored.map(({ answerId, subjectNo: no, receiveTime, contentType }) => ({
              value: answerId,
              label: `${no} · ${contentType.toUpperCase()} · ${showTime(receiveTime, null).own}`,
            }))}
            onChange={reader.takePages}
          />
          <p id={helpId} className="pt-muted">
            {t(hasNoStored ? 'pageReader.storedNone' : 'pageReader.storedHelp')}
          </p>
        </div>
      </FormRow>
      <details className="pt-reader-paste">
        <summary>{t('pageReader.orPaste')}</summary>
        <Input.TextArea
          aria-label={t('pageReader.orPaste')}
          rows={5}
          maxLength={300_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="pt-reader-line">
          <Input
            aria-label={t('pageReader.subjectNo')}
            placeholder={t('pageReader.subjectNo')}
            maxLength={40}
            value={subjectNo}
            onChange={({ target }) => setSubjectNo(target.value)}
          />
          <Button disabled={text.trim() === ''} onClick={() => reader.takePasted(text, subjectNo.trim())}>
            {t('pageReader.readPasted')}
          </Button>
        </div>
      </details>
    </div>
  );
}
