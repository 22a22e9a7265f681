-- What bounds the gas that strangers can make the operator pay: deposits that owners signed and that failed on chain, and refunds of a project. Few rows each.
create index transactions_refused on transactions (updated_at_ms) where leg = 'deposit' and rest->>'statusReason' like 'DEPOSIT_REFUSED%';
create index outbox_refunds on outbox (project_id, created_at_ms) where leg = 'refund';
