import type { OtherMode } from './mode.ts';

/** A part of a journey on the timeline. */
export type StageKind = 'origin' | 'sea' | 'main' | 'border' | 'transhipment' | 'destination' | 'inland' | 'delivery';

/** Where on the way a part of the journey is: at its start, where goods change what carries them, or at its end. */
export type StagePlace = 'start' | 'transfer' | 'end';

/**
 * What a mode adds to the common journey: its milestones by part of the journey, and which of them say that what carries the
 * goods left and came and that the goods are handed over. Milestone codes belong to one mode only; domestic sea has those of sea.
 */
export type ModeProfile = {
  mode: OtherMode;
  /** A code may stand in several parts: the place of the event decides. `transfer` parts are there once per place. */
  stages: readonly {
    kind: StageKind;
    place: StagePlace;
    milestones: readonly string[];
    /** Of the backbone, but not expected here: a stop need not be one where goods are loaded. */
    unexpected?: readonly string[];
  }[];
  /** Milestones reported ahead of the journey, also for places further on: they belong to its beginning wherever they are about. */
  ahead?: readonly string[];
  /** Milestones every consignment passes, in order: shown as expected until a source reports them, and counted as progress. */
  backbone: readonly string[];
  departed: string;
  arrived: string;
  /** The same where goods change what carries them, for modes that have codes of their own for it. */
  inTransfer?: { departed: string; arrived: string };
  /** Once it happened for the whole consignment, or for every part of it, tracking is over. */
  completed: string;
};
