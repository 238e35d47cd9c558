import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { useQuestions } from './confirm.ts';

/** Puts the waiting question on screen. */
export function ConfirmHost(): ReactElement | null {
  const t = useT();
  const question = useQuestions((state) => state.questions[0]);
  if (question === undefined) return null;
  return (
    <Modal
      key={question.id}
      open
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
