import { useT } from '#web/i18n/index.ts';
import { pathOfField, useEditor } from './editor-context.ts';
import { Field } from './Field.tsx';
import { bookingFormOf, type FieldSpec } from './form-of-mode.ts';

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

/** Places and times of the booking, and by sea the way onward by barge. */
export function RouteTab() {
  const t = useT();
  const { mode, isBill } = useEditor();
  return (
    <>
      {bookingFormOf(mode, isBill).route.map(({ title, fields }) => (
        <section key={title} className="pt-business-group">
          <h2>{t(title)}</h2>
          <BookingFields fields={fields} />
        </section>
      ))}
    </>
  );
}
