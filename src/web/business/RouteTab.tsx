import { type PlainKey, useT } from '#web/i18n/index.ts';
import { pathOfField, useEditor } from './editor-context.ts';
import { Field, type Kind } from './Field.tsx';

type FieldSpec = { name: string; kind: Kind; place?: string; required?: boolean };

const groups: readonly { title: PlainKey; fields: readonly FieldSpec[] }[] = [
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
      { name: 'custEtdStr', kind: 'time', place: 'polCode' },
      { name: 'atdStr', kind: 'time', place: 'polCode' },
      { name: 'custEtaStr', kind: 'time', place: 'podCode' },
      { name: 'ataStr', kind: 'time', place: 'podCode' },
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

/** Fields of the booking by themselves. */
export function BookingFields({ fields }: { fields: readonly FieldSpec[] }) {
  const { draft, set } = useEditor();
  return (
    <div className="pt-business-fields">
      {fields.map(({ name, kind, place, required }) => (
        <Field
          key={name}
          name={name}
          kind={kind}
          value={draft.booking[name] ?? ''}
          problem={`booking.${name}`}
          path={pathOfField[name]}
          {...(required === true && { required })}
          {...(place !== undefined && { place: draft.booking[place] ?? '' })}
          onChange={(value) => set((latest) => ({ ...latest, booking: { ...latest.booking, [name]: value } }))}
        />
      ))}
    </div>
  );
}

/** Places and times of the booking, and the way onward by barge. */
export function RouteTab() {
  const t = useT();
  return (
    <>
      {groups.map(({ title, fields }) => (
        <section key={title} className="pt-business-group">
          <h2>{t(title)}</h2>
          <BookingFields fields={fields} />
        </section>
      ))}
    </>
  );
}
