import { type DocumentHead, type MapperOutput, type MessageMapper, headOfBgm, noHead } from './mapper.ts';
import { type EdiNotice, type EdiPlace, type EdiShip, emptyNotice } from './notice.ts';
import {
  type Equipment,
  equipmentOfEqd,
  grossWeightOfMea,
  placeOfLoc,
  placeRoles,
  referenceOfRff,
  sealsOfSel,
  shipOfTdt,
  timeOfDtm,
} from './read-segments.ts';
import { type Segment, codeOf, valueOf, wholeOf } from './segments.ts';
import { type QualifiedTime, addTime, eventTime, shipTimes } from './time-qualifiers.ts';

const MAX_LISTS = 50;

/** A place with the qualifier it was given. */
export type NamedPlace = { qualifier: string; place: EdiPlace };

/** One container of a terminal's report, with all that its group says. */
export type ReportedContainer = {
  at: Segment;
  equipment: Equipment;
  places: NamedPlace[];
  times: QualifiedTime[];
  bills: string[];
  bookings: string[];
  others: string[];
  seals: string[];
  grossWeightKg: number | null;
  damage: string | null;
  /** The sea-going ship, where the group names one of its own. */
  ship: EdiShip | null;
};

/** What is stated before the first container. */
export type ReportHead = {
  document: DocumentHead;
  bgm: Segment | null;
  ship: EdiShip | null;
  places: NamedPlace[];
  times: QualifiedTime[];
  bills: string[];
  bookings: string[];
  /** Free text of the head, where some terminals say what the report is about. */
  remark: string | null;
};

/** What a report means: the move of each container; or why there is none. */
export type Move =
  | { code: EdiNotice['code']; place: EdiPlace | null; empty: EdiNotice['empty'] }
  | { problem: 'unknown_direction' | 'not_a_move' };

/** What is different from one kind of terminal report to the other. */
export type ReportRules = {
  moveOf: (container: ReportedContainer, head: ReportHead) => Move;
  /** Nothing has happened: the message says what is to be done with the containers. */
  isOrder?: true;
};

const keep = <T>(list: T[], item: T): void => {
  if (list.length < MAX_LISTS) list.push(item);
};

/** The first place with one of the qualifiers, in their order. */
export function placeAt(places: readonly NamedPlace[], ...qualifiers: readonly string[]): EdiPlace | null {
  for (const qualifier of qualifiers) {
    const found = places.find((one) => one.qualifier === qualifier);
    if (found !== undefined) return found.place;
  }
  return null;
}

/** Reports of terminals, COARRI and CODECO: a head about ship and port, then container after container. */
class EquipmentReport implements MessageMapper {
  private readonly output: MapperOutput;
  private readonly rules: ReportRules;
  private readonly head: ReportHead = {
    document: noHead,
    bgm: null,
    ship: null,
    places: [],
    times: [],
    bills: [],
    bookings: [],
    remark: null,
  };
  private container: ReportedContainer | undefined;
  /** The transport to or from the terminal has begun: its places and times are not those of the move. */
  private isOnward = false;
  private containers = 0;
  private total: { at: Segment; value: number } | undefined;

  constructor(output: MapperOutput, rules: ReportRules) {
    this.output = output;
    this.rules = rules;
  }

  take(segment: Segment): void {
    switch (segment.tag) {
      case 'BGM':
        this.head.document = headOfBgm(segment);
        this.head.bgm = segment;
        return;
      case 'EQD':
        this.flush();
        this.open(segment);
        return;
      case 'CNT':
        if (codeOf(segment, 0) === '16') this.total = { at: segment, value: wholeOf(segment, 0, 1) ?? -1 };
        return;
      case 'TDT':
        this.takeTransport(segment);
        return;
      default:
        this.takeDetail(segment);
    }
  }

  end(): void {
    this.flush();
    if (this.head.bgm === null) this.output.problem('bad_bgm', null);
    if (this.total !== undefined && this.total.value !== this.containers) {
      this.output.problem('cnt_count', this.total.at, `${this.total.value} / ${this.containers}`);
    }
  }

  private open(segment: Segment): void {
    const equipment = equipmentOfEqd(segment);
    this.isOnward = false;
    this.containers += 1;
    this.container = {
      at: segment,
      equipment,
      places: [],
      times: [],
      bills: [],
      bookings: [],
      others: [],
      seals: [],
      grossWeightKg: null,
      damage: null,
      ship: null,
    };
  }

  private takeTransport(segment: Segment): void {
    const stage = codeOf(segment, 0);
    const ship = shipOfTdt(segment);
    const isSea = stage === '20' && ship.mode !== 'RAIL' && ship.mode !== 'TRUCK';
    if (this.container === undefined) {
      if (isSea || this.head.ship === null) this.head.ship = ship;
    } else if (isSea) this.container.ship = ship;
    else this.isOnward = true;
  }

  private takeDetail(segment: Segment): void {
    const { container } = this;
    const target = container ?? this.head;
    switch (segment.tag) {
      case 'LOC':
        if (!this.isOnward) keep(target.places, { qualifier: codeOf(segment, 0) ?? '', place: placeOfLoc(segment) });
        return;
      case 'DTM': {
        const time = timeOfDtm(segment);
        if (time !== null && !(this.isOnward && target.times.length > 0)) addTime(target.times, time, MAX_LISTS);
        return;
      }
      case 'RFF': {
        const reference = referenceOfRff(segment);
        if (reference === null || this.isOnward) return;
        if (reference.kind === 'bill') keep(target.bills, reference.value);
        else if (reference.kind === 'booking') keep(target.bookings, reference.value);
        else if (container !== undefined) keep(container.others, reference.value);
        return;
      }
      case 'FTX':
        if (container === undefined)
          this.head.remark ??= [codeOf(segment, 2), valueOf(segment, 3)].filter(Boolean).join(' ') || null;
        return;
      default:
        if (container !== undefined) this.takeContainerDetail(segment, container);
    }
  }

  private takeContainerDetail(segment: Segment, container: ReportedContainer): void {
    if (segment.tag === 'SEL') for (const seal of sealsOfSel(segment)) keep(container.seals, seal);
    else if (segment.tag === 'MEA') container.grossWeightKg = grossWeightOfMea(segment) ?? container.grossWeightKg;
    else if (segment.tag === 'DAM') container.damage = valueOf(segment, 1, 3) ?? valueOf(segment, 1) ?? 'DAM';
  }

  private flush(): void {
    const { container } = this;
    this.container = undefined;
    if (container === undefined) return;
    const { number, problem, kind } = container.equipment;
    // Chassis, trailers and the like are no containers.
    if (kind !== null && kind !== 'CN') return this.output.problem('not_a_move', container.at, kind);
    // Empty containers may be ordered by their type alone.
    if (number === null)
      return this.output.problem(this.rules.isOrder ? 'not_a_move' : 'missing_reference', container.at);
    if (problem === 'shape') return this.output.problem('bad_container', container.at, number);
    if (problem === 'check_digit') this.output.problem('container_check_digit', container.at, number);
    const move = this.rules.moveOf(container, this.head);
    if ('problem' in move) return this.output.problem(move.problem, container.at, number);
    if (this.rules.isOrder) return this.reportOrder(container, move);
    const reported =
      eventTime(container.times) ??
      eventTime(this.head.times.filter(({ qualifier }) => ['203', '7', '334'].includes(qualifier)));
    if (reported === undefined) return this.output.problem('missing_time', container.at, number);
    const notice = this.noticeOf(container, move);
    this.output.notice({ ...notice, time: reported.time, classifier: reported.classifier });
    this.reportShip(notice, move);
  }

  /** What a container is, and by which ship it is to come or to go. */
  private reportOrder(container: ReportedContainer, move: Exclude<Move, { problem: string }>): void {
    const notice = this.noticeOf(container, move);
    const [role, side] =
      move.code === 'DISC' ? (['portOfDischarge', '11'] as const) : (['portOfLoading', '9'] as const);
    const port = placeAt(this.head.places, side)?.code;
    const route = { ...(port == null ? {} : { [role]: port }), ...notice.route };
    const code = move.code === 'LOAD' ? 'TO_LOAD' : move.code === 'DISC' ? 'TO_DISC' : 'LISTED';
    this.output.notice({ ...notice, kind: 'BOX', code, route });
    this.reportShip({ ...notice, route }, move);
  }

  private noticeOf(container: ReportedContainer, move: Exclude<Move, { problem: string }>): Omit<EdiNotice, 'serial'> {
    const { document } = this.head;
    const { equipment } = container;
    return {
      ...emptyNotice,
      segment: container.at.number,
      line: container.at.line,
      kind: 'EQUIPMENT',
      code: move.code,
      containerNo: equipment.number,
      isoCode: equipment.isoCode,
      empty: move.empty,
      isTranshipment: equipment.status === '6' || equipment.status === '17' ? true : null,
      seals: container.seals,
      grossWeightKg: container.grossWeightKg,
      damage: container.damage,
      bills: [...new Set([...container.bills, ...this.head.bills])],
      bookings: [...new Set([...container.bookings, ...this.head.bookings])],
      others: container.others,
      place: move.place,
      route: routeOf(container.places),
      ship: container.ship ?? this.head.ship,
      withdrawn: document.withdrawn,
      replaces: document.replaces,
      status: { code: document.code, text: document.text, reason: equipment.status },
    };
  }

  /** The terminal's own word on when the ship came or left. */
  private reportShip(notice: Omit<EdiNotice, 'serial'>, { code }: Exclude<Move, { problem: string }>): void {
    const wanted = code === 'LOAD' ? 'DEPA' : code === 'DISC' ? 'ARRI' : undefined;
    for (const { qualifier, time } of this.head.times) {
      const meaning = shipTimes[qualifier];
      if (wanted === undefined || meaning?.code !== wanted) continue;
      this.output.notice({ ...notice, ...meaning, kind: 'TRANSPORT', time, empty: null, seals: [], damage: null });
    }
  }
}

function routeOf(places: readonly NamedPlace[]): EdiNotice['route'] {
  const route: EdiNotice['route'] = {};
  for (const { qualifier, place } of places) {
    const role = placeRoles[qualifier];
    if (role !== undefined && place.code !== null) route[role] ??= place.code;
  }
  return route;
}

/** Makes the mapper of a terminal's report. */
export const equipmentReport =
  (rules: ReportRules) =>
  (output: MapperOutput): MessageMapper =>
    new EquipmentReport(output, rules);
