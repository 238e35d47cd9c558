import { trimEndOf } from '#shared/text/normalize.ts';
import { coarriMapper } from './coarri.ts';
import { codecoMapper } from './codeco.ts';
import { contrlMapper } from './contrl.ts';
import { coprarMapper } from './coprar.ts';
import { isKnownCharset } from './charset.ts';
import { iftmbcMapper } from './iftmbc.ts';
import { iftstaMapper } from './iftsta.ts';
import { type MapperFactory, type MessageMapper, headOfBgm } from './mapper.ts';
import type { EdiInterchange, EdiMessage, FileProblem } from './message.ts';
import type { EdiNotice } from './notice.ts';
import { type EdiProblem, type ProblemCode, ProblemList, problemAt } from './problems.ts';
import { timeOfDtm } from './read-segments.ts';
import { type Segment, codeOf, valueOf, wholeOf } from './segments.ts';
import { withClock } from './time-qualifiers.ts';
import type { EdifactTokenizer } from './tokenizer.ts';

/** Events one message may tell; a large ship has some 20,000 containers. */
const MAX_NOTICES = 50_000;

/** The messages that are understood. */
const mappers: Readonly<Record<string, MapperFactory>> = {
  IFTSTA: iftstaMapper,
  COARRI: coarriMapper,
  CODECO: codecoMapper,
  COPRAR: coprarMapper,
  IFTMBC: iftmbcMapper,
  CONTRL: contrlMapper,
};

/** Other messages of container transport: they are known and say nothing that is used here. */
const unused: ReadonlySet<string> = new Set(
  (
    'BAPLIE BAPLTE COEDOR COHAOR COPARN COPINO COREOR COSTCO COSTOR DESTIM IFCSUM IFTCCA IFTDGN IFTFCC IFTIAG IFTMAN IFTMBF IFTMBP ' +
    'IFTMCA IFTMCS IFTMIN IFTRIN IFTSAI IFTSAQ MOVINS STOWAGE TANSTA VERMAS VESDEP APERAK CALINF BERMAN CUSCAR CUSDEC CUSREP CUSRES ' +
    'CUSPED INVOIC REMADV TPFREP'
  ).split(' '),
);

/** Takes finished messages, and what is wrong outside of them. */
export type EnvelopeSink = { message: (message: EdiMessage) => void; problem: (problem: FileProblem) => void };

type OpenInterchange = EdiInterchange & { messages: number; groups: number };
type OpenGroup = { ref: string | null; messages: number };
type OpenMessage = {
  message: Omit<EdiMessage, 'state' | 'problems' | 'problemCount' | 'refusedEvents'>;
  problems: ProblemList;
  mapper: MessageMapper | undefined;
};

const noParty = { id: null, qualifier: null };

/** Follows interchanges, groups and messages, checks their counts and references, and has messages read by their mappers. */
export class EnvelopeReader {
  private readonly sink: EnvelopeSink;
  private readonly tokenizer: () => EdifactTokenizer;
  private interchange: OpenInterchange | undefined;
  private group: OpenGroup | undefined;
  private open: OpenMessage | undefined;
  private interchanges = 0;
  private messages = 0;
  private strays = 0;

  constructor(sink: EnvelopeSink, tokenizer: () => EdifactTokenizer) {
    this.sink = sink;
    this.tokenizer = tokenizer;
  }

  /** Messages seen so far. */
  get count(): number {
    return this.messages;
  }

  /** A problem of the tokenizer belongs to the message it stands in. */
  problem(problem: EdiProblem): void {
    if (this.open !== undefined) this.open.problems.add(problem);
    else this.sink.problem({ interchange: this.interchange?.serial ?? null, problem });
  }

  segment(segment: Segment): void {
    const isEnvelope = segment.tag === 'UNB' || segment.tag === 'UNZ' || segment.tag === 'UNG' || segment.tag === 'UNE';
    if (segment.tag === 'UNH' || isEnvelope) this.closeMessage(null);
    switch (segment.tag) {
      case 'UNB':
        return this.openInterchange(segment);
      case 'UNG':
        return this.openGroup(segment);
      case 'UNH':
        return this.openMessage(segment);
      case 'UNT':
        return this.endMessage(segment);
      case 'UNE':
        return this.endGroup(segment);
      case 'UNZ':
        return this.endInterchange(segment);
      default:
        return this.takeBody(segment);
    }
  }

  /** The file is over. */
  end(): void {
    this.closeMessage(null);
    this.closeGroup();
    if (this.interchange !== undefined) {
      if (this.interchange.hasHeader) this.report('missing_unz', null, this.interchange.controlRef);
      this.interchange = undefined;
    }
  }

  private report(code: ProblemCode, at: Segment | null, value?: unknown): void {
    this.sink.problem({ interchange: this.interchange?.serial ?? null, problem: problemAt(code, at, value) });
  }

  private openInterchange(segment: Segment): void {
    this.closeGroup();
    if (this.interchange?.hasHeader === true) this.report('missing_unz', segment, this.interchange.controlRef);
    this.interchanges += 1;
    const syntaxId = codeOf(segment, 0);
    const date = valueOf(segment, 3)?.replace(/\D/g, '') ?? '';
    const time = valueOf(segment, 3, 1)?.replace(/\D/g, '') ?? '';
    this.interchange = {
      serial: this.interchanges,
      hasHeader: true,
      syntaxId,
      sender: { id: valueOf(segment, 1), qualifier: valueOf(segment, 1, 1) },
      receiver: { id: valueOf(segment, 2), qualifier: valueOf(segment, 2, 1) },
      preparedAt: date === '' ? null : `${date}${time}`.slice(0, 20),
      controlRef: valueOf(segment, 4),
      isTest: valueOf(segment, 10) === '1',
      service: this.tokenizer().separators,
      messages: 0,
      groups: 0,
    };
    const { sender, controlRef } = this.interchange;
    if (syntaxId !== null) this.tokenizer().setCharset(syntaxId);
    if (syntaxId === null || !isKnownCharset(syntaxId)) this.report('unknown_charset', segment, syntaxId);
    if (sender.id === null || controlRef === null)
      this.report('bad_unb', segment, sender.id === null ? 'S002' : '0020');
  }

  private openGroup(segment: Segment): void {
    this.closeGroup();
    this.ensureInterchange();
    if (this.interchange !== undefined) this.interchange.groups += 1;
    this.group = { ref: valueOf(segment, 4), messages: 0 };
  }

  /** A message may stand without an interchange around it. */
  private ensureInterchange(): OpenInterchange {
    if (this.interchange === undefined) {
      this.interchanges += 1;
      this.interchange = {
        serial: this.interchanges,
        hasHeader: false,
        syntaxId: null,
        sender: noParty,
        receiver: noParty,
        preparedAt: null,
        controlRef: null,
        isTest: false,
        service: this.tokenizer().separators,
        messages: 0,
        groups: 0,
      };
    }
    return this.interchange;
  }

  private openMessage(segment: Segment): void {
    const interchange = this.ensureInterchange();
    interchange.messages += 1;
    if (this.group !== undefined) this.group.messages += 1;
    this.messages += 1;
    const type = codeOf(segment, 1);
    const problems = new ProblemList();
    const message: OpenMessage['message'] = {
      ordinal: this.messages,
      interchange,
      groupRef: this.group?.ref ?? null,
      messageRef: valueOf(segment, 0),
      type,
      version: trimEndOf([1, 2, 3, 4].map((index) => valueOf(segment, 1, index) ?? '').join(':'), ':') || null,
      documentCode: null,
      documentNo: null,
      withdraws: false,
      withdrawsNo: null,
      notices: [],
      answer: null,
      messageTime: null,
      segments: 1,
      firstSegment: segment.number,
      firstLine: segment.line,
      start: segment.start,
      end: segment.end,
    };
    if (!interchange.hasHeader) problems.add(problemAt('missing_unb', segment));
    if (interchange.isTest) problems.add(problemAt('test_interchange', null));
    if (type === null) problems.add(problemAt('bad_unh', segment));
    else if (!Object.hasOwn(mappers, type))
      problems.add(problemAt(unused.has(type) ? 'unused_type' : 'unsupported_type', segment, type));
    const factory = type !== null && Object.hasOwn(mappers, type) ? mappers[type] : undefined;
    this.open = { message, problems, mapper: factory?.(this.outputFor(message, problems)) };
  }

  private outputFor(message: OpenMessage['message'], problems: ProblemList): Parameters<MapperFactory>[0] {
    return {
      notice: (notice: Omit<EdiNotice, 'serial'>) => {
        if (message.notices.length < MAX_NOTICES)
          message.notices.push({ serial: message.notices.length + 1, ...notice });
        else problems.add(problemAt('too_many_events', null, MAX_NOTICES));
      },
      problem: (code, at, value) => problems.add(problemAt(code, at, value)),
      answer: (answer) => {
        message.answer = answer;
      },
    };
  }

  private takeBody(segment: Segment): void {
    const { open } = this;
    if (open === undefined) {
      // One hint tells of a whole stretch of lost segments.
      if (this.strays === 0) this.report('stray_segment', segment, segment.tag);
      this.strays += 1;
      return;
    }
    this.strays = 0;
    open.message.segments += 1;
    open.message.end = segment.end;
    if (segment.tag === 'BGM' && open.message.documentCode === null) {
      open.message.documentCode = codeOf(segment, 0);
      open.message.documentNo = valueOf(segment, 1);
      open.message.withdraws = headOfBgm(segment).withdrawn;
      if (open.message.withdraws) open.message.withdrawsNo = open.message.documentNo;
    }
    // The number of the former message, where the one that takes it back has a number of its own.
    if (segment.tag === 'RFF' && codeOf(segment, 0) === 'ACW' && open.message.withdraws)
      open.message.withdrawsNo = valueOf(segment, 0, 1) ?? open.message.withdrawsNo;
    if (segment.tag === 'DTM') this.takeMessageTime(segment, open.message);
    open.mapper?.take(segment);
  }

  private takeMessageTime(segment: Segment, message: OpenMessage['message']): void {
    const day = message.messageTime;
    if (day !== null && day.format !== '102') return;
    const reported = timeOfDtm(segment);
    if (reported?.qualifier === '137')
      message.messageTime = day === null ? reported.time : (withClock(day, reported.time) ?? day);
  }

  private endMessage(segment: Segment): void {
    if (this.open === undefined) {
      this.report('stray_segment', segment, 'UNT');
      return;
    }
    const { message } = this.open;
    message.segments += 1;
    message.end = segment.end;
    this.closeMessage(segment);
  }

  private closeMessage(unt: Segment | null): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    this.strays = 0;
    const { message, problems, mapper } = open;
    if (unt === null) problems.add(problemAt('missing_unt', null, message.messageRef));
    else {
      const [count, ref] = [wholeOf(unt, 0), valueOf(unt, 1)];
      if (count !== message.segments)
        problems.add(problemAt('unt_count', unt, `${valueOf(unt, 0) ?? ''} / ${message.segments}`));
      if (ref !== message.messageRef)
        problems.add(problemAt('unt_reference', unt, `${ref ?? ''} / ${message.messageRef ?? ''}`));
    }
    mapper?.end();
    const isSilent =
      message.notices.length === 0 && message.answer === null && problems.events === 0 && !message.withdraws;
    if (mapper !== undefined && !problems.refused && isSilent) {
      problems.add(problemAt('no_events', null));
    }
    const state = problems.refused ? 'refused' : problems.events > 0 ? 'partly' : 'parsed';
    this.sink.message({
      ...message,
      state,
      problems: problems.kept,
      problemCount: problems.count,
      refusedEvents: problems.events,
    });
  }

  private endGroup(segment: Segment): void {
    const { group } = this;
    if (group === undefined) return this.report('stray_segment', segment, 'UNE');
    if (wholeOf(segment, 0) !== group.messages)
      this.report('une_count', segment, `${valueOf(segment, 0) ?? ''} / ${group.messages}`);
    const ref = valueOf(segment, 1);
    if (ref !== group.ref) this.report('une_reference', segment, `${ref ?? ''} / ${group.ref ?? ''}`);
    this.group = undefined;
  }

  private closeGroup(): void {
    if (this.group === undefined) return;
    this.report('missing_une', null, this.group.ref);
    this.group = undefined;
  }

  private endInterchange(segment: Segment): void {
    this.closeGroup();
    const { interchange } = this;
    if (interchange === undefined || !interchange.hasHeader) this.report('stray_unz', segment);
    else {
      const found = interchange.groups > 0 ? interchange.groups : interchange.messages;
      if (wholeOf(segment, 0) !== found) this.report('unz_count', segment, `${valueOf(segment, 0) ?? ''} / ${found}`);
      const ref = valueOf(segment, 1);
      if (ref !== interchange.controlRef)
        this.report('unz_reference', segment, `${ref ?? ''} / ${interchange.controlRef ?? ''}`);
    }
    this.interchange = undefined;
    this.strays = 0;
    this.tokenizer().seekNext();
  }
}
