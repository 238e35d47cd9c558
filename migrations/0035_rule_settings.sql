-- Settings of detection rules as people change them: a switch may be left to the wider settings.
alter table rule_setting alter column enabled drop not null;
alter table rule_setting alter column enabled drop default;
alter table rule_setting add column updated_at timestamptz not null default now();

-- Read whole and in order, never searched: as json it comes out as it was written.
alter table shipment_change alter column changes type json using changes::json;
