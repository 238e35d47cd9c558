import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { zoneOffsetMs } from '#shared/time/zone.ts';
import { type FlightPlan, flightOn, flightPlans, zoneOfAirport } from './flights.ts';

/** What an airline changes about a flight of one day, and when it lets others know. */
export type FlightChange = { knownAt: Instant; laterMin: number; aircraft: string | null; cancelled: boolean };

const DAY_MIN = DAY_MS / MINUTE_MS;
/** Airlines take goods on long ways last so many minutes before departure, and on short ones. */
const CLOSES_LONG_MIN = 240;
const CLOSES_SHORT_MIN = 150;
const LONG_MIN = 600;
/** How far back and ahead of now an airline tells its flights. */
const BACK_DAYS = 7;
const AHEAD_DAYS = 120;

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function dayText(midnight: number): string {
  const day = new Date(midnight);
  const year = String(day.getUTCFullYear() % 100).padStart(2, '0');
  return `${String(day.getUTCDate()).padStart(2, '0')}${monthNames[day.getUTCMonth()]}${year}`;
}

/** Goods of the world travel outwards on long ways and towards the hub on short ones: those flights are never cancelled. */
const carriesGoods = (plan: FlightPlan): boolean => {
  const isOut = Number(plan.flight.slice(2)) % 2 === 1;
  return isOut === plan.minutes > 180;
};

/** What becomes of a flight of one day; undefined for most. */
export function flightChange(
  seed: string,
  plan: FlightPlan,
  day: string,
  departure: Instant,
): FlightChange | undefined {
  const random = createRandom(`${seed}/timetable/${plan.flight}/${day}`);
  if (!random.chance(0.12)) return undefined;
  const knownAt = departure - random.between(1.5, 12) * DAY_MS;
  const kind = random.pick(['later', 'later', 'aircraft', 'cancelled'] as const);
  const nothing = { knownAt, laterMin: 0, aircraft: null, cancelled: false };
  if (kind === 'cancelled' && !carriesGoods(plan)) return { ...nothing, cancelled: true };
  if (kind === 'aircraft') return { ...nothing, aircraft: plan.aircraft === '77F' ? '74Y' : '32Y' };
  return { ...nothing, laterMin: random.int(5, 10) * 5 };
}

const localMinutes = (at: Instant, midnight: number, zone: string): number =>
  Math.round((at + zoneOffsetMs(at, zone) - midnight) / MINUTE_MS);

/** The leg of a flight of one day as the airline plans it now; undefined when it does not fly. */
function legOn(seed: string, plan: FlightPlan, midnight: number, now: Instant) {
  const flight = flightOn(plan, midnight);
  if (flight === undefined) return undefined;
  const change = flightChange(seed, plan, flight.day, flight.departure);
  const known = change !== undefined && change.knownAt <= now ? change : undefined;
  if (known?.cancelled === true) return undefined;
  const later = (known?.laterMin ?? 0) * MINUTE_MS;
  const leaves = localMinutes(flight.departure + later, midnight, zoneOfAirport(plan.from));
  const arrives = localMinutes(flight.arrival + later, midnight, zoneOfAirport(plan.to));
  const minuteOf = (minutes: number): number => ((minutes % DAY_MIN) + DAY_MIN) % DAY_MIN;
  return {
    sequenceNumber: 1,
    origin: plan.from,
    destination: plan.to,
    serviceType: 'F',
    aircraftType: known?.aircraft ?? plan.aircraft,
    aircraftDepartureTimeLT: minuteOf(leaves),
    aircraftDepartureTimeDateDiffLT: Math.floor(leaves / DAY_MIN),
    aircraftArrivalTimeLT: minuteOf(arrives),
    aircraftArrivalTimeDateDiffLT: Math.floor(arrives / DAY_MIN),
    latestAcceptanceMinutes: plan.minutes > LONG_MIN ? CLOSES_LONG_MIN : CLOSES_SHORT_MIN,
  };
}

type Leg = NonNullable<ReturnType<typeof legOn>>;
type Run = { first: number; last: number; days: Set<number>; leg: Leg; key: string };

/** Days of a flight that follow one another without a difference. */
function runsOf(seed: string, plan: FlightPlan, now: Instant): Run[] {
  const runs: Run[] = [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  let open: Run | undefined;
  for (let midnight = today - BACK_DAYS * DAY_MS; midnight <= today + AHEAD_DAYS * DAY_MS; midnight += DAY_MS) {
    const weekday = ((Math.floor(midnight / DAY_MS) + 3) % 7) + 1;
    if (!plan.days.includes(weekday)) continue;
    const leg = legOn(seed, plan, midnight, now);
    const key = JSON.stringify(leg);
    if (leg === undefined) open = undefined;
    else if (open !== undefined && open.key === key) {
      open.last = midnight;
      open.days.add(weekday);
    } else {
      open = { first: midnight, last: midnight, days: new Set([weekday]), leg, key };
      runs.push(open);
    }
  }
  return runs;
}

/** The schedule of an airline as it tells it now: periods with days of operation and local times, as SSIM has them. */
export function timetable(seed: string, airline: string, now: Instant) {
  return flightPlans
    .filter((plan) => plan.airline === airline)
    .flatMap((plan) =>
      runsOf(seed, plan, now).map(({ first, last, days, leg }) => ({
        airline,
        flightNumber: Number(plan.flight.slice(2)),
        suffix: '',
        periodOfOperationLT: {
          startDate: dayText(first),
          endDate: dayText(last),
          daysOfOperation: [1, 2, 3, 4, 5, 6, 7].map((day) => (days.has(day) ? String(day) : ' ')).join(''),
        },
        legs: [leg],
      })),
    );
}
