import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';
import type { Pending } from './confirm.ts';

/** One question with its two answers. */
export function QuestionModal({ question }: { question: Pending }): ReactElement {
  const t = useT();
  const drawn = useOpenOnceDrawn(true);
  return (
    <Modal
      open={drawn}
      centered
      width={440}
      zIndex={1500}
      mask={{ closable: false }}
      title={question.title}
      okText={question.okText ?? t('common.ok')}
      cancelText={question.cancelText ?? t('common.cancel')}
      okButtonProps={{ danger: question.danger ?? false, autoFocus: question.danger !== true }}
      cancelButtonProps={{ autoFocus: question.danger === true }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {question.content}
    </Modal>
  );
}
