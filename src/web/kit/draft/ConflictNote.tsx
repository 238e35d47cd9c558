import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import './draft.css';

type Props = {
  onLoadTheirs: () => void;
  onKeepMine: () => void;
};

/** Says that somebody else has saved meanwhile, and asks which version to go on with. */
export function ConflictNote({ onLoadTheirs, onKeepMine }: Props) {
  const t = useT();
  return (
    <div className="pt-note pt-draft-conflict" role="alert">
      {t('draft.conflict')}
      <Button size="small" onClick={onLoadTheirs}>
        {t('draft.loadTheirs')}
      </Button>
      <Button size="small" onClick={onKeepMine}>
        {t('draft.keepMine')}
      </Button>
    </div>
  );
}
