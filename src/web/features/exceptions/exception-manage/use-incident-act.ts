import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** What is done. */
export type Act = Omit<NonNullable<CallInput<'actOnIncident'>>, 'incidentId'>;
/** What an act is about: an incident, or exceptions by their ids. */
export type ActOn = { incidentId: string } | { ids: string[] };

/** Asks for one thing to be done to all open exceptions of an incident, or to some exceptions, part after part, and shows what came of it. */
export function useIncidentAct(): (on: ActOn, act: Act) => Promise<boolean> {
  const t = useT();
  const client = useQueryClient();
  return async (on, act) => {
    try {
      let answer = await callFull('actOnIncident', { ...on, ...act });
      let stale = answer.data.results.length;
      // Very large incidents are done in parts; a part that changes nothing more is the last one.
      while (answer.data.left > 0 && answer.data.changed > 0) {
        toast.info(t('exceptionIncidents.dialog.left', { count: answer.data.left }));
        answer = await callFull('actOnIncident', { ...on, ...act });
        stale = answer.data.results.length;
      }
      if (stale > 0) toast.warn(answer.msg);
      else toast.success(answer.msg);
      return true;
    } catch (error) {
      toast.failure(error, t('exceptionIncidents.dialog.failed'));
      return false;
    } finally {
      for (const name of ['queryIncidents', 'incidentById', 'incidentMembers', 'queryExceptions'])
        void client.invalidateQueries({ queryKey: [name] });
    }
  };
}
