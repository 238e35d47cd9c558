/** What a calendar of shipments can show. */
export const calendarKinds = ['departures', 'arrivals', 'cutoffs'] as const;

export type CalendarKind = (typeof calendarKinds)[number];

/** Of which shipments: all, those with open exceptions, those that have not arrived yet. */
export const calendarShipments = ['all', 'troubled', 'transit'] as const;

export type CalendarShipments = (typeof calendarShipments)[number];

/** How far a calendar may look ahead and back, in days. */
export const maxCalendarDays = { ahead: 180, behind: 60 } as const;
