import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** What is typed so that nobody removes it by a slip of the hand. */
const WORD = 'REMOVE';

function RemoveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = useCall('previewWorldRemoval', undefined, { enabled: open, staleTime: 0 });
  const close = (): void => {
    setTyped('');
    onClose();
  };
  const remove = async (): Promise<void> => {
    try {
      const { msg } = await callFull('removeWorld', { confirm: WORD });
      toast.success(msg);
      close();
    } catch (error) {
      toast.failure(error, t('sources.world.failed'));
      throw error;
    }
  };
  return (
    <AppDialog
      title={t('sources.world.title')}
      open={open}
      width={640}
      okText={t('sources.world.remove')}
      okDanger
      okDisabled={typed.trim().toUpperCase() !== WORD}
      onOk={remove}
      onCancel={close}
    >
      <p>{t('sources.world.keeps')}</p>
      <Loaded query={query}>
        {(parts) => (
          <table className="pt-source-keys">
            <thead>
              <tr>
                <th scope="col">{t('sources.world.kind')}</th>
                <th scope="col" className="pt-number">
                  {t('sources.world.goes')}
                </th>
                <th scope="col" className="pt-number">
                  {t('sources.world.stays')}
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ part, goes, stays }) => (
                <tr key={part}>
                  <th scope="row">{t(`sources.world.part.${part}`)}</th>
                  <td className="pt-number">{goes.toLocaleString('en')}</td>
                  <td className="pt-number">{stays.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      <p>{t('sources.world.users')}</p>
      <div className="pt-source-field">
        <label htmlFor={id}>{t('sources.world.type', { word: WORD })}</label>
        <Input id={id} value={typed} maxLength={20} onChange={({ target }) => setTyped(target.value)} />
      </div>
    </AppDialog>
  );
}

/** The way out of the demo, for administrators of the platform: its simulated world is removed, what people added stays. */
export function RemoveWorld() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const mayRemove = useMayCall('removeWorld');
  const isAble = useSession(({ user }) => user?.writesShared === true) && mayRemove;
  const { data: world } = useCall('getWorld', undefined, { enabled: isAble });
  if (!isAble || world?.simulated !== true) return null;
  return (
    <section className="pt-first-world">
      <h2>{t('sources.world.heading')}</h2>
      <p>{t('sources.world.text')}</p>
      <Button danger onClick={() => setOpen(true)}>
        {t('sources.world.title')}
      </Button>
      <RemoveDialog open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
