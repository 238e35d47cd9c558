import { type DocumentHead, type MapperOutput, type MessageMapper, headOfBgm, noHead } from './mapper.ts';
import { type EdiNotice, type EdiPlace, type EdiShip, type RawTime, emptyNotice } from './notice.ts';
import {
  type Equipment,
  type Reference,
  equipmentOfEqd,
  placeOfLoc,
  placeRoles,
  referenceOfRff,
  shipOfTdt,
  timeOfDtm,
} from './read-segments.ts';
import { type Segment, codeOf } from './segments.ts';
import { type QualifiedTime, addTime, shipTimes } from './time-qualifiers.ts';

const MAX_LISTS = 200;

/** Response types (4343) of a booking that is not accepted: rejected, and not accepted as requested. */
const declined: ReadonlySet<string> = new Set(['RE', 'NA']);

type Stop = { qualifier: string; place: EdiPlace; times: QualifiedTime[] };
/** One stage of the transport, with the ports of it. */
type Stage = { code: string; ship: EdiShip; stops: Stop[] };

/** IFTMBC, the booking confirmation: what a carrier has confirmed of one consignment, its ship, ports, dates and containers. */
class IftmbcMapper implements MessageMapper {
  private readonly output: MapperOutput;
  private head: DocumentHead = noHead;
  private bgm: Segment | undefined;
  private isDeclined = false;
  private confirmedAt: RawTime | null = null;
  private readonly references: Reference[] = [];
  private readonly stops: Stop[] = [];
  private readonly stages: Stage[] = [];
  private readonly containers: { at: Segment; equipment: Equipment }[] = [];
  /** The group that the last segment belongs to: that of a place of the whole, of a stage, or another one. */
  private inside: 'head' | 'place' | 'stage' | 'other' = 'head';

  constructor(output: MapperOutput) {
    this.output = output;
  }

  take(segment: Segment): void {
    switch (segment.tag) {
      case 'BGM':
        this.head = headOfBgm(segment);
        this.bgm = segment;
        this.isDeclined = declined.has(codeOf(segment, 3) ?? '');
        return;
      case 'DTM':
        return this.takeTime(segment);
      case 'RFF': {
        const reference = referenceOfRff(segment);
        if (reference !== null && this.inside !== 'other' && this.references.length < MAX_LISTS)
          this.references.push(reference);
        if (this.inside === 'place') this.inside = 'head';
        return;
      }
      case 'LOC':
        return this.takePlace(segment);
      case 'TDT':
        this.inside = 'stage';
        if (this.stages.length < MAX_LISTS)
          this.stages.push({ code: codeOf(segment, 0) ?? '', ship: shipOfTdt(segment), stops: [] });
        return;
      case 'NAD':
      case 'GID':
        this.inside = 'other';
        return;
      case 'EQD':
        this.inside = 'other';
        if (this.containers.length < MAX_LISTS)
          this.containers.push({ at: segment, equipment: equipmentOfEqd(segment) });
        return;
      default:
    }
  }

  end(): void {
    const { bgm } = this;
    if (bgm === undefined) return this.output.problem('bad_bgm', null);
    if (this.isDeclined) return this.output.problem('booking_declined', bgm, this.head.number);
    const notice = this.shared(bgm);
    if (notice.bookings.length === 0 && notice.bills.length === 0) return this.output.problem('missing_reference', bgm);
    this.output.notice({
      ...notice,
      kind: 'OWN',
      code: 'BKCF',
      time: this.confirmedAt,
      place: this.placeAs('9', '88'),
    });
    for (const stage of this.stages) this.reportStage(stage, notice);
    this.output.notice({ ...notice, kind: 'BOX', code: 'BOOKED' });
    for (const { at, equipment } of this.containers) {
      const { number, problem, isoCode, empty } = equipment;
      // Before it is picked up, a container of a booking has a type and no number.
      if (number === null) continue;
      if (problem === 'shape') this.output.problem('bad_container', at, number);
      else {
        if (problem === 'check_digit') this.output.problem('container_check_digit', at, number);
        const own = { segment: at.number, line: at.line, containerNo: number, isoCode, empty };
        this.output.notice({ ...notice, ...own, kind: 'BOX', code: 'BOOKED' });
      }
    }
  }

  private takeTime(segment: Segment): void {
    const time = timeOfDtm(segment);
    if (time === null) return;
    const stop = this.inside === 'place' ? this.stops.at(-1) : this.stages.at(-1)?.stops.at(-1);
    if (this.inside === 'head') {
      if (time.qualifier === '137') this.confirmedAt ??= time.time;
    } else if (this.inside !== 'other' && stop !== undefined) addTime(stop.times, time, MAX_LISTS);
  }

  private takePlace(segment: Segment): void {
    if (this.inside === 'other') return;
    const stop = { qualifier: codeOf(segment, 0) ?? '', place: placeOfLoc(segment), times: [] };
    const stops = this.inside === 'stage' ? this.stages.at(-1)?.stops : this.stops;
    if (stops !== undefined && stops.length < MAX_LISTS) stops.push(stop);
    if (this.inside === 'head') this.inside = 'place';
  }

  private allStops(): Stop[] {
    // The ports of the main transport are those of the booking.
    const main = this.stages.filter(({ code }) => code === '20').flatMap(({ stops }) => stops);
    return [...this.stops, ...main];
  }

  private placeAs(...qualifiers: readonly string[]): EdiPlace | null {
    for (const qualifier of qualifiers) {
      const found = this.allStops().find((stop) => stop.qualifier === qualifier);
      if (found !== undefined) return found.place;
    }
    return null;
  }

  private shared(bgm: Segment): Omit<EdiNotice, 'serial'> {
    const of = (kind: Reference['kind']): string[] => [
      ...new Set(this.references.filter((one) => one.kind === kind).map(({ value }) => value)),
    ];
    const route: EdiNotice['route'] = {};
    for (const { qualifier, place } of this.allStops()) {
      const role = placeRoles[qualifier];
      if (role !== undefined && place.code !== null) route[role] ??= place.code;
    }
    return {
      ...emptyNotice,
      segment: bgm.number,
      line: bgm.line,
      bills: of('bill'),
      bookings: of('booking'),
      others: [...of('other'), ...of('consignment')],
      route,
      ship: this.stages.find(({ code }) => code === '20')?.ship ?? this.stages[0]?.ship ?? null,
      withdrawn: this.head.withdrawn,
      replaces: this.head.replaces,
      status: { code: this.head.code, text: this.head.text, reason: null },
    };
  }

  /** Planned and expected times of a ship at its ports. */
  private reportStage({ ship, stops }: Stage, notice: Omit<EdiNotice, 'serial'>): void {
    if (ship.mode !== null && ship.mode !== 'VESSEL' && ship.mode !== 'BARGE') return;
    for (const { place, times } of stops)
      for (const { qualifier, time } of times) {
        const meaning = shipTimes[qualifier];
        if (meaning !== undefined) this.output.notice({ ...notice, kind: 'TRANSPORT', ...meaning, time, place, ship });
      }
  }
}

/** Makes the mapper of an IFTMBC message. */
export const iftmbcMapper = (output: MapperOutput): MessageMapper => new IftmbcMapper(output);
