import { isOneOf } from '#shared/values/objects.ts';

/** How goods travel. Sea came first: what names no mode is sea. Domestic is sea and river between ports of one country. */
export const modes = ['sea', 'domestic', 'air', 'rail', 'road', 'courier'] as const;
export type Mode = (typeof modes)[number];

/** The modes besides sea, as contents and subscriptions of them carry it. */
export type OtherMode = Exclude<Mode, 'sea'>;

/** Whether a value names a mode besides sea. */
export const isOtherMode = (value: unknown): value is OtherMode => value !== 'sea' && isOneOf(modes, value);

/** Whether goods are in containers on vessels, with the milestones and rules of sea. What names no mode is. */
export const isBySea = (mode: Mode | undefined): boolean => mode === undefined || mode === 'sea' || mode === 'domestic';
