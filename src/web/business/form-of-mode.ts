import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import { type PlainKey, textOfKey, useT } from '#web/i18n/index.ts';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { useEditor } from './editor-context.ts';

/** How a field is typed. */
export type Kind = 'text' | 'port' | 'time' | 'carrier' | 'vessel';

/** A field of the booking: how it is typed, and the place in whose time. */
export type FieldSpec = { name: string; kind: Kind; place?: string; required?: boolean };
type Group = { title: PlainKey; fields: readonly FieldSpec[] };
/** Which fields a booking has in the editor: those above the tabs, and those of the route in groups. */
export type BookingForm = { head: readonly FieldSpec[]; route: readonly Group[] };

const mainTimes: readonly FieldSpec[] = [
  { name: 'custEtdStr', kind: 'time', place: 'polCode' },
  { name: 'atdStr', kind: 'time', place: 'polCode' },
  { name: 'custEtaStr', kind: 'time', place: 'podCode' },
  { name: 'ataStr', kind: 'time', place: 'podCode' },
];

const seaRoute: readonly Group[] = [
  {
    title: 'business.group.places',
    fields: [
      { name: 'porCode', kind: 'port' },
      { name: 'polCode', kind: 'port', required: true },
      { name: 'podCode', kind: 'port', required: true },
      { name: 'deliveryPlaceCode', kind: 'port' },
      { name: 'destinationCode', kind: 'port' },
    ],
  },
  {
    title: 'business.group.times',
    fields: [
      { name: 'openTimeStr', kind: 'time', place: 'polCode' },
      { name: 'closeTimeStr', kind: 'time', place: 'polCode' },
      ...mainTimes,
    ],
  },
  {
    title: 'business.group.barge',
    fields: [
      { name: 'vesselDestination', kind: 'text' },
      { name: 'voyageDestination', kind: 'text' },
      { name: 'loadedTimeDestinationStr', kind: 'time', place: 'podCode' },
      { name: 'etdDestinationStr', kind: 'time', place: 'podCode' },
      { name: 'atdDestinationStr', kind: 'time', place: 'podCode' },
      { name: 'etaDestinationStr', kind: 'time', place: 'destinationCode' },
      { name: 'ataDestinationStr', kind: 'time', place: 'destinationCode' },
    ],
  },
];

const otherForm: BookingForm = {
  head: [
    { name: 'blNo', kind: 'text', required: true },
    { name: 'carrierCode', kind: 'carrier', required: true },
    { name: 'businessNo', kind: 'text' },
    { name: 'custVessel', kind: 'text' },
    { name: 'custVoyage', kind: 'text' },
  ],
  route: [
    {
      title: 'business.group.places',
      fields: [
        { name: 'polCode', kind: 'port', required: true },
        { name: 'podCode', kind: 'port', required: true },
      ],
    },
    { title: 'business.group.times', fields: mainTimes },
  ],
};

/** The fields of a booking by its mode. */
export const bookingFormOf = (mode: OtherMode | undefined, isBill: boolean): BookingForm =>
  editingOf(mode).bySea
    ? {
        head: [
          isBill ? { name: 'blNo', kind: 'text', required: true } : { name: 'ctnNo', kind: 'text', required: true },
          { name: 'carrierCode', kind: 'carrier', required: true },
          { name: 'refrenceNo', kind: 'text' },
          { name: 'businessNo', kind: 'text' },
          { name: 'custVessel', kind: 'vessel', required: !isBill },
          { name: 'custVoyage', kind: 'text', required: !isBill },
        ],
        route: seaRoute,
      }
    : otherForm;

/** Gives the name of a field in the words of the booking's mode. */
export function useFieldName(): (name: string) => string {
  const t = useT();
  const { mode } = useEditor();
  return (name) => modeWord(t, mode, name) ?? textOfKey(`business.field.${name}`);
}
