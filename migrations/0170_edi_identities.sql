-- The platform may add an identity that a tenant has added before; its partner goes first.
drop index edi_partner_identity;
create unique index edi_partner_identity on edi_partner (lower(edi_identity), coalesce(identity_qualifier, ''), coalesce(tenant_id, 0));
