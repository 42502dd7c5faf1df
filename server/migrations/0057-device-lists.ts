import { type Kysely, sql } from 'kysely';

/** Columns of the confirmed registration that staff lists of devices copy. */
const COPIED = ['name', 'email', 'country'];

/** Whether a row of `device` is in the lists: on the devices' page, and on that of registrations. */
const LISTED = 'removed_at is null';
const REGISTERED = `${LISTED} and customer_id is not null`;

/**
 * Staff lists of devices stay fast with a million of them: each sort has an index, searches an index on letters, and the
 * number of devices is a tally. The customer's name, e-mail address and country are copied to the device by a trigger,
 * because an index cannot span two tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    alter table device
      add column customer_id bigint references app_user on delete set null,
      add column customer_name text not null default '',
      add column customer_email text not null default '',
      add column customer_country text not null default '',
      add column version integer not null default 1
  `);
  await run(`
    update device set customer_id = reg.user_id, customer_name = reg.name, customer_email = reg.email,
      customer_country = reg.country
    from device_registration as reg where reg.device_id = device.id and reg.confirmed_at is not null
  `);
  await run(`
    alter table device add column search text generated always as (search_text(
      udi || ' ' || udi_key || ' ' || serial_no || ' ' || serial_key || ' ' || model || ' ' || customer_name || ' '
      || customer_email || ' ' || customer_country
    )) stored
  `);

  for (const [name, key] of [
    ['udi', 'udi_key collate "C"'],
    ['serial', 'serial_key collate "C"'],
    ['prod_date', 'prod_date'],
    ['model', 'model'],
    ['state', 'state'],
  ])
    await run(`create index device_by_${name} on device (${key}, id) include (customer_id) where ${LISTED}`);
  for (const [name, key] of [
    ['udi', 'udi_key collate "C"'],
    ['customer_name', 'fold(customer_name)'],
    ['customer_email', 'customer_email'],
    ['customer_country', 'customer_country'],
  ])
    await run(`create index device_registered_by_${name} on device (${key}, id) where ${REGISTERED}`);
  for (const [name, key] of [
    ['customer_name', 'fold(customer_name)'],
    ['customer_email', 'customer_email'],
    ['customer_country', 'customer_country'],
  ])
    await run(`create index device_by_${name} on device (${key}, id) where ${LISTED}`);
  await run(`
    create index device_search on device using gin (search gin_trgm_ops) with (fastupdate = off) where ${LISTED}
  `);
  await run(`create index device_customer on device (customer_id) where customer_id is not null`);

  await run(`
    create function copy_customer() returns trigger language plpgsql as $$
    declare changed bigint := coalesce(new.device_id, old.device_id);
    begin
      update device as copied set
        customer_id = reg.user_id,
        ${COPIED.map((name) => `customer_${name} = coalesce(reg.${name}, '')`).join(', ')}
      from (select changed as id) as one
      left join device_registration as reg on reg.device_id = one.id and reg.confirmed_at is not null
      where copied.id = one.id;
      return null;
    end $$
  `);
  await run(`
    create trigger device_customer after insert or update or delete on device_registration
    for each row execute function copy_customer()
  `);

  await run(`
    create table device_tally (
      registered boolean not null,
      state text not null,
      count bigint not null default 0,
      primary key (registered, state)
    )
  `);
  await run(`
    insert into device_tally select customer_id is not null, state, count(*) from device where ${LISTED} group by 1, 2
  `);
  // Writing a row for every change of the tally would make all changes of devices wait for its lock, so rows that
  // cancel out are not written.
  const rowsOf = (rows: string, sign: string) =>
    `select customer_id is not null as registered, state, ${sign}1 as n from ${rows} where ${LISTED}`;
  for (const [operation, rows, referencing] of [
    ['insert', rowsOf('after_rows', ''), 'new table as after_rows'],
    ['delete', rowsOf('before_rows', '-'), 'old table as before_rows'],
    [
      'update',
      `${rowsOf('after_rows', '')} union all ${rowsOf('before_rows', '-')}`,
      'old table as before_rows new table as after_rows',
    ],
  ]) {
    await run(`
      create function tally_devices_${operation}() returns trigger language plpgsql as $$
      begin
        insert into device_tally as tally (registered, state, count)
        select registered, state, sum(n) from (${rows}) as change group by 1, 2 having sum(n) <> 0 order by 1, 2
        on conflict (registered, state) do update set count = tally.count + excluded.count;
        return null;
      end $$
    `);
    await run(`
      create trigger device_tally_${operation} after ${operation} on device referencing ${referencing}
      for each statement execute function tally_devices_${operation}()
    `);
  }
}
