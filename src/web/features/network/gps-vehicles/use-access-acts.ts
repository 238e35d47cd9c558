import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { askAgain } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** A vehicle that an act is about. */
export type ActedVehicle = { vehicleId: string; plateNo: string; access: string; networks?: string | null };
type Part = NonNullable<CallInput<'vehicleTakeOver'>>;

const shown = ['gpsVehicles.list', 'vehicleAccess', 'vehicleAccessCounts'] as const;

/** What people do about reports of devices that are held: take over, discard, confirm the network they came from. */
function useHeldActs(changed: () => Promise<void>) {
  const t = useT();

  /** Does what was confirmed and says what came of it. */
  async function settle(act: 'takeOver' | 'discard', part: Part, reported: (count: number) => string): Promise<void> {
    try {
      const { count } = await call(act === 'takeOver' ? 'vehicleTakeOver' : 'vehicleDiscard', part);
      toast.success(reported(count));
    } catch (error) {
      toast.failure(error, t('gpsAccess.held.failed'));
    }
    await changed();
  }

  /** Asks first: what is discarded is gone, and what is taken over becomes part of the track. */
  async function decide(act: 'takeOver' | 'discard', part: Part): Promise<void> {
    const taking = part.reason === 'jump' ? 'takeOverJump' : 'takeOverText';
    const isYes = await confirm({
      title: t(`gpsAccess.held.${act}Title`),
      content: t(`gpsAccess.held.${act === 'discard' ? 'discardText' : taking}`, { network: part.network }),
      okText: t(`gpsAccess.held.${act}`),
      danger: act === 'discard',
    });
    if (isYes)
      await settle(act, part, (count) => t(`gpsAccess.held.${act === 'takeOver' ? 'taken' : 'discarded'}`, { count }));
  }

  async function confirmNetwork(part: Part): Promise<void> {
    const isYes = await confirm({
      title: t('gpsAccess.history.confirmTitle', { network: part.network }),
      content: t('gpsAccess.history.confirmText'),
      okText: t('gpsAccess.history.confirm'),
    });
    if (isYes) await settle('takeOver', part, () => t('gpsAccess.history.confirmedNow', { network: part.network }));
  }

  return { decide, confirmNetwork };
}

/** What people do about devices of vehicles, and the dialog it has led to. */
export function useAccessActs() {
  const t = useT();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ kind: 'open' | 'bind'; vehicles: readonly ActedVehicle[] }>();
  const changed = async (): Promise<void> => void (await Promise.all(shown.map((name) => askAgain(client, name))));
  const held = useHeldActs(changed);
  const idsOf = (vehicles: readonly ActedVehicle[]): string[] => vehicles.map(({ vehicleId }) => vehicleId);

  async function close(vehicles: readonly ActedVehicle[]): Promise<void> {
    try {
      const { count } = await call('vehicleCloseRegistration', { vehicleIds: idsOf(vehicles) });
      toast.success(t('gpsAccess.open.closed', { count }));
      await changed();
    } catch (error) {
      toast.failure(error, t('gpsAccess.open.closeFailed'));
    }
  }

  return {
    dialog,
    dismiss: () => setDialog(undefined),
    ask: (kind: 'open' | 'bind', vehicles: readonly ActedVehicle[]) => setDialog({ kind, vehicles }),
    async open(vehicles: readonly ActedVehicle[], hours: number): Promise<void> {
      try {
        const { count } = await call('vehicleOpenRegistration', { vehicleIds: idsOf(vehicles), hours });
        const undo = { label: t('gpsAccess.open.undo'), run: () => void close(vehicles) };
        toast.success(t('gpsAccess.open.done', { count }), { action: undo });
      } catch (error) {
        toast.failure(error, t('gpsAccess.open.failed'));
        throw error;
      }
      setDialog(undefined);
      await changed();
    },
    close,
    async bind(vehicles: readonly ActedVehicle[], networks: string): Promise<void> {
      try {
        const { count } = await call('vehicleBindNetworks', { vehicleIds: idsOf(vehicles), networks });
        toast.success(t(networks.trim() === '' ? 'gpsAccess.bind.unbound' : 'gpsAccess.bind.done', { count }));
      } catch (error) {
        toast.failure(error, t('gpsAccess.bind.failed'));
        throw error;
      }
      setDialog(undefined);
      await changed();
    },
    ...held,
  };
}

/** What people do about devices of vehicles. */
export type AccessActs = ReturnType<typeof useAccessActs>;
