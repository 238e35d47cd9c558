import type { PlaceRole } from '#domain/tracking/model.ts';
import { type DocumentHead, type MapperOutput, type MessageMapper, headOfBgm, noHead } from './mapper.ts';
import { type EdiNotice, type EdiPlace, type EdiShip, emptyNotice, noShip } from './notice.ts';
import {
  type Equipment,
  type Reference,
  equipmentOfEqd,
  grossWeightOfMea,
  placeOfLoc,
  placeRoles,
  referenceOfRff,
  sealsOfSel,
  shipOfTdt,
  timeOfDtm,
} from './read-segments.ts';
import { type Segment, codeOf, valueOf } from './segments.ts';
import type { StatusMeaning } from './status-codes.ts';
import { readStatus, shownStatus, statusOf } from './status-of.ts';
import { type QualifiedTime, addTime, eventTime, shipTimes } from './time-qualifiers.ts';

/** Containers of one status; more are no honest report. */
const MAX_CONTAINERS = 2_000;
const MAX_LISTS = 200;

type Container = {
  at: Segment;
  equipment: Equipment;
  seals: string[];
  grossWeightKg: number | null;
  damage: string | null;
};
type Stop = { qualifier: string; place: EdiPlace; times: QualifiedTime[] };
/** What is stated on one level: for the whole message, for a consignment, for a status. */
type Level = {
  references: Reference[];
  stops: Stop[];
  times: QualifiedTime[];
  containers: Container[];
  ship: EdiShip | null;
  /** Calls of the ship, as the group of TDT names them. */
  calls: Stop[];
};
type Status = Level & { at: Segment };

const newLevel = (): Level => ({ references: [], stops: [], times: [], containers: [], ship: null, calls: [] });
const whereabouts = ['175', '165', '14', '197', '153', '1'];
const leaving = ['9', '5', '88', '10', '98'];
const reaching = ['11', '12', '60', '7', '8', '99', '18', '35'];
const leavingCodes = new Set(['LOAD', 'DEPA', 'GTIN', 'PICK', 'STUF']);

/** The place of an event among the LOC segments of its group. */
function pickPlace(stops: readonly Stop[], code: string): EdiPlace | null {
  const wanted = [...whereabouts, ...(leavingCodes.has(code) ? [...leaving, ...reaching] : [...reaching, ...leaving])];
  for (const qualifier of wanted) {
    const found = stops.find((stop) => stop.qualifier === qualifier);
    if (found !== undefined) return found.place;
  }
  return stops[0]?.place ?? null;
}

function routeOf(levels: readonly (readonly Stop[])[]): Partial<Record<PlaceRole, string>> {
  const route: Partial<Record<PlaceRole, string>> = {};
  for (const { qualifier, place } of levels.flat()) {
    const role = placeRoles[qualifier];
    if (role !== undefined && place.code !== null) route[role] ??= place.code;
  }
  return route;
}

/** Some senders name both ports and then all dates: a departure among them is one from the port before. */
function settleTimes(calls: readonly Stop[]): void {
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1];
    if (before === undefined || before.times.length > 0) continue;
    if (!leaving.includes(before.qualifier) || !reaching.includes(call.qualifier)) continue;
    const isDeparture = ({ qualifier }: QualifiedTime): boolean => shipTimes[qualifier]?.code === 'DEPA';
    before.times = call.times.filter(isDeparture);
    call.times = call.times.filter((time) => !isDeparture(time));
  }
}

const keep = <T>(list: T[], item: T): void => {
  if (list.length < MAX_LISTS) list.push(item);
};

/** IFTSTA, the multimodal status report: status by status, for consignments and for containers. */
class IftstaMapper implements MessageMapper {
  private readonly output: MapperOutput;
  private head: DocumentHead = noHead;
  private readonly message: Level = newLevel();
  private consignment: Level | undefined;
  private status: Status | undefined;
  /** The group the last segment opened inside its level. */
  private inside: 'level' | 'transport' | 'equipment' = 'level';
  private sawBgm = false;

  constructor(output: MapperOutput) {
    this.output = output;
  }

  take(segment: Segment): void {
    switch (segment.tag) {
      case 'BGM':
        this.head = headOfBgm(segment);
        this.sawBgm = true;
        return;
      case 'CNI':
        this.flush();
        this.openConsignment(segment);
        return;
      case 'STS':
        this.flush();
        this.status = { ...newLevel(), at: segment };
        this.inside = 'level';
        return;
      default:
        this.takeDetail(segment, this.status ?? this.consignment ?? this.message);
    }
  }

  end(): void {
    this.flush();
    if (!this.sawBgm) this.output.problem('bad_bgm', null);
  }

  private openConsignment(segment: Segment): void {
    this.consignment = newLevel();
    this.inside = 'level';
    const number = codeOf(segment, 1)?.replace(/\s+/g, '').slice(0, 40);
    if (number !== undefined && number !== '') this.consignment.references.push({ kind: 'consignment', value: number });
  }

  private takeDetail(segment: Segment, level: Level): void {
    switch (segment.tag) {
      case 'RFF': {
        const reference = referenceOfRff(segment);
        if (reference !== null) keep(level.references, reference);
        return;
      }
      case 'DTM': {
        const time = timeOfDtm(segment);
        if (time === null) return;
        const call = this.inside === 'transport' ? level.calls.at(-1) : undefined;
        addTime((call ?? level).times, time, MAX_LISTS);
        return;
      }
      case 'LOC': {
        const stop = { qualifier: codeOf(segment, 0) ?? '', place: placeOfLoc(segment), times: [] };
        // A cell on board is no place on the way.
        if (stop.qualifier !== '147') keep(this.inside === 'transport' ? level.calls : level.stops, stop);
        return;
      }
      case 'TDT':
        this.inside = 'transport';
        level.ship = shipOfTdt(segment);
        return;
      case 'EQD':
        this.inside = 'equipment';
        this.openContainer(segment, level);
        return;
      case 'GID':
      case 'NAD':
        if (this.inside === 'transport') this.inside = 'level';
        return;
      default:
        this.takeContainerDetail(segment, level);
    }
  }

  private openContainer(segment: Segment, level: Level): void {
    const equipment = equipmentOfEqd(segment);
    if (equipment.kind !== null && equipment.kind !== 'CN' && equipment.kind !== 'TE') return;
    if (level.containers.length >= MAX_CONTAINERS)
      return this.output.problem('too_many_events', segment, level.containers.length);
    level.containers.push({ at: segment, equipment, seals: [], grossWeightKg: null, damage: null });
  }

  private takeContainerDetail(segment: Segment, level: Level): void {
    const container = this.inside === 'equipment' ? level.containers.at(-1) : undefined;
    if (container === undefined) return;
    if (segment.tag === 'SEL') container.seals.push(...sealsOfSel(segment).slice(0, 20));
    else if (segment.tag === 'MEA') container.grossWeightKg = grossWeightOfMea(segment) ?? container.grossWeightKg;
    else if (segment.tag === 'DAM') container.damage = valueOf(segment, 1, 3) ?? valueOf(segment, 1) ?? 'DAM';
  }

  private flush(): void {
    const { status } = this;
    this.status = undefined;
    this.inside = 'level';
    if (status === undefined) return;
    const written = statusOf(status.at);
    const { meaning, problem } = readStatus(written);
    settleTimes(status.calls);
    this.reportCalls(status);
    if (meaning === undefined) return this.output.problem(problem, status.at, shownStatus(written));
    this.reportStatus(status, meaning);
  }

  private levels(status: Status): Level[] {
    return [status, ...(this.consignment === undefined ? [] : [this.consignment]), this.message];
  }

  /** What is the same for all containers of a status. */
  private shared(status: Status): Omit<EdiNotice, 'serial' | 'kind' | 'code' | 'classifier' | 'time'> {
    const levels = this.levels(status);
    const { code, text } = statusOf(status.at);
    const references = levels.flatMap((level) => level.references);
    const of = (kind: Reference['kind']): string[] => [
      ...new Set(references.filter((one) => one.kind === kind).map(({ value }) => value)),
    ];
    const bills = of('bill');
    const upper = levels.slice(1).flatMap((level) => [...level.stops, ...level.calls]);
    // One place alone is where it happened; only several say which is which.
    const named = status.stops.length > 1 ? status.stops : [];
    return {
      ...emptyNotice,
      segment: status.at.number,
      line: status.at.line,
      // The number of the consignment is that of the bill unless one is named.
      bills: bills.length > 0 ? bills : of('consignment'),
      bookings: of('booking'),
      others: bills.length > 0 ? [...of('other'), ...of('consignment')] : of('other'),
      route: routeOf([status.calls, named, upper]),
      ship: levels.find((level) => level.ship !== null)?.ship ?? null,
      withdrawn: this.head.withdrawn,
      replaces: this.head.replaces,
      status: { code, text, reason: codeOf(status.at, 2) },
    };
  }

  private containersOf(status: Status): readonly (Container | undefined)[] {
    const reported = this.levels(status).find((level) => level.containers.length > 0)?.containers;
    if (reported !== undefined) return reported;
    const numbers = this.levels(status)
      .flatMap((level) => level.references)
      .filter((one) => one.kind === 'container');
    if (numbers.length === 0) return [undefined];
    return numbers.map(({ value }) => {
      const equipment = { kind: 'CN', number: value, problem: undefined, isoCode: null, status: null, empty: null };
      return { at: status.at, equipment, seals: [], grossWeightKg: null, damage: null };
    });
  }

  /** Expected and real times of the ship at its ports, which stand beside the status itself. */
  private reportCalls(status: Status): void {
    const mode = status.ship?.mode ?? 'VESSEL';
    if (mode !== 'VESSEL' && mode !== 'BARGE') return;
    const timed = status.calls.filter(({ times }) => times.some(({ qualifier }) => shipTimes[qualifier] !== undefined));
    if (timed.length === 0) return;
    const shared = this.shared(status);
    const equipment = this.containersOf(status)[0]?.equipment;
    const containerNo = equipment?.problem === 'shape' ? null : (equipment?.number ?? null);
    for (const { place, times } of timed) {
      for (const { qualifier, time } of times) {
        const meaning = shipTimes[qualifier];
        if (meaning !== undefined)
          this.output.notice({ ...shared, kind: 'TRANSPORT', ...meaning, time, place, containerNo });
      }
    }
  }

  private timeOf(status: Status, code: string): ReturnType<typeof eventTime> {
    const own = eventTime([...status.times, ...status.stops.flatMap(({ times }) => times)]);
    if (own !== undefined) return own;
    const matching = status.calls
      .flatMap(({ times }) => times)
      .filter(({ qualifier }) => shipTimes[qualifier]?.code === code);
    return eventTime(matching);
  }

  private reportStatus(status: Status, meaning: StatusMeaning): void {
    const reported = this.timeOf(status, meaning.code);
    if (reported === undefined) return this.output.problem('missing_time', status.at, codeOf(status.at, 1));
    const shared = this.shared(status);
    const ship = meaning.mode === undefined ? shared.ship : { ...(shared.ship ?? noShip), mode: meaning.mode };
    const place =
      pickPlace(status.stops, meaning.code) ??
      pickPlace(status.calls, meaning.code) ??
      pickPlace(
        this.levels(status)
          .slice(1)
          .flatMap(({ stops }) => stops),
        meaning.code,
      );
    for (const container of this.containersOf(status)) {
      if (!this.isKnown(shared, container)) continue;
      this.output.notice({
        ...shared,
        kind: meaning.kind,
        code: meaning.code,
        classifier: reported.classifier === 'ACT' ? (meaning.classifier ?? 'ACT') : reported.classifier,
        time: reported.time,
        place,
        ship,
        documentType: meaning.documentType ?? null,
        containerNo: container?.equipment.number ?? null,
        isoCode: container?.equipment.isoCode ?? null,
        empty: meaning.empty ?? container?.equipment.empty ?? null,
        isTranshipment: container?.equipment.status === '6' ? true : null,
        seals: container?.seals ?? [],
        grossWeightKg: container?.grossWeightKg ?? null,
        damage: container?.damage ?? null,
      });
    }
  }

  private isKnown(
    { bills, bookings }: Pick<EdiNotice, 'bills' | 'bookings'>,
    container: Container | undefined,
  ): boolean {
    const { number, problem } = container?.equipment ?? { number: null, problem: undefined };
    if (problem === 'shape') this.output.problem('bad_container', container?.at ?? null, number);
    if (problem === 'check_digit') this.output.problem('container_check_digit', container?.at ?? null, number);
    if (problem === 'shape') return false;
    if (number !== null || bills.length > 0 || bookings.length > 0) return true;
    this.output.problem('missing_reference', container?.at ?? null);
    return false;
  }
}

/** Makes the mapper of an IFTSTA message. */
export const iftstaMapper = (output: MapperOutput): MessageMapper => new IftstaMapper(output);
