/** Why a piece of an answer was not taken; each has a text `refusal.<reason>` in the message catalogue. */
export const refusalReasons = [
  /** The body is no JSON in UTF-8. */
  'unreadable',
  /** The body is JSON but no list of events. */
  'not_an_array',
  /** An event, node or record is not the kind of thing it should be. */
  'malformed_event',
  /** An attribute that cannot be done without is absent. */
  'missing_field',
  /** An attribute has another type than it should, such as a number for text. */
  'bad_type',
  /** A value is not in the closed list of the standard. */
  'bad_enumeration',
  /** Words of a carrier for a move that nobody has stated the meaning of: shown as they are. */
  'unknown_word',
  /** No real date and time, or one outside the years 2000 to 2100. */
  'bad_time',
  /** A report that claims to be made in the future: it counts, but after every other one. */
  'future_report',
  /** A date and time that does not say its offset from UTC. */
  'no_offset',
  /** A local time at a place whose zone nobody knows. */
  'no_zone',
  /** A zone that is no IANA name. */
  'bad_zone',
  /** A reference (container, port, vessel, document) of an impossible shape. */
  'bad_reference',
  /** A number of the right shape whose check digit is wrong: another shipment would be meant. */
  'bad_check_digit',
  /** An event about something else than was queried, or about nothing that can be found. */
  'unknown_reference',
  /** A retraction of an event that nobody was notified of. */
  'unknown_event',
  /** More events, calls or parts than one honest answer can hold. */
  'too_many_events',
  /** Values that cannot both be true, such as a departure before the arrival. */
  'contradiction',
  /** No released parser knows the layout of a page. */
  'no_parser',
  /** Day and month cannot be distinguished, and the operator has not chosen which comes first. */
  'time_order',
  /** A column that a reader was shown is not on the page any more. */
  'column_gone',
  /** Of a page less than half could be read. */
  'parsed_badly',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
