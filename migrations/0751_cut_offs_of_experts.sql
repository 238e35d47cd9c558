-- Whether an entered cut-off is also the value of the expert's record, which rules use. Those from before become it when they are saved again.
alter table shipment_cutoff add column in_record boolean not null default false;
