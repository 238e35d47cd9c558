import { Modal } from 'antd';
import { useT } from '#web/i18n/index.ts';
import './keys.css';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** The keys and what they do. */
  lines: readonly (readonly [keys: readonly string[], text: string])[];
};

/** What the keys of a table or page do. */
export function KeysHelp({ open, onClose, lines }: Props) {
  const t = useT();
  const drawn = useOpenOnceDrawn(open);
  return (
    <Modal open={drawn} onCancel={onClose} footer={null} title={t('table.keys.title')} width={440}>
      <dl className="pt-keys">
        {lines.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
