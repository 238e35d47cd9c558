import { DAY_MS } from '#shared/time/instant.ts';
import { callFull } from '#web/base/client.ts';
import { isEmbedded } from '#web/base/embed.ts';
import { useCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { localDay } from '#shared/time/day.ts';

/** As long as a subscription may span. */
const usualDays = 14;

type Items = {
  sailingSubscriptionInsert: readonly { callId: string }[];
  flightSubscriptionInsert: readonly {
    airlineCode: string;
    flightNo: string;
    flightDate: string;
    fromAirport: string;
  }[];
};

/** Subscribes what a row shows, from today on for the usual time; undefined in a frame, where pages only read. */
export function useSubscribing<Name extends keyof Items>(
  name: Name,
  failed: string,
): ((items: Items[Name]) => Promise<void>) | undefined {
  const clock = useCall('getWorld', undefined, { staleTime: 60_000 });
  if (isEmbedded()) return undefined;
  return async (items) => {
    const now = clock.data?.now ?? Date.now();
    const dayOf = (at: number): string => localDay(at, ownZone());
    try {
      const days = { effectiveDate: dayOf(now), expiryDate: dayOf(now + usualDays * DAY_MS) };
      const { msg } = await callFull(name, { items, ...days } as never);
      toast.success(msg);
    } catch (error) {
      toast.failure(error, failed);
    }
  };
}
