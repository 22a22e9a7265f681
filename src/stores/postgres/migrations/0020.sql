-- What an entry is worth, in millionths of a dollar at the prices of the intent's quote: fees that were earned and gas that was spent. Of a fee,
-- the part that was charged for gas. Entries from before have none and are counted as such.
alter table ledger add column micro_usd numeric(30), add column gas_micro_usd numeric(30);
