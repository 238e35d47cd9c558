-- Voyages whose arrival cannot be predicted are not asked about again at once.
alter table voyage_watch add column predicted_at timestamptz;

-- What is needed to score a prediction: its early end, what the carrier told at that moment, and whether it contradicts the carrier.
alter table eta_prediction
  add column low timestamptz,
  add column told timestamptz,
  add column says_late boolean not null default false;

-- How good own predictions were, by how far ahead they were made: against the arrivals that followed.
create table eta_score (
  -- Made at most so many days ahead; 0 = further.
  lead_days        smallint not null,
  -- From voyages that are over, instead of from a speed alone.
  learned          boolean not null,
  predictions      integer not null,
  voyages          integer not null,
  median_error_h   double precision not null,
  hits             integer not null,
  too_late         integer not null,
  -- Predictions for which the carrier had told a time, and how many of those times were hits.
  told             integer not null,
  told_hits        integer not null,
  -- Voyages that were said to arrive later than told, and of how many that was true.
  claims           integer not null,
  claims_right     integer not null,
  scored_at        timestamptz not null,
  primary key (lead_days, learned)
);
