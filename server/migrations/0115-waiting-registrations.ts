import { type Kysely, sql } from 'kysely';

/** Rows of the list of waiting registrations. */
const LISTED = 'listed_search is not null';

/** Columns of a device by which the list is searched or sorted, or that decide whether it is listed. */
const OF_DEVICE = ['udi', 'udi_key', 'serial_no', 'serial_key', 'model', 'removed_at'];

/** Sorts of the list. */
const KEYS = {
  asked: 'created_at',
  mailed: 'mailed_at',
  udi: 'listed_udi collate "C"',
  name: 'fold(name)',
  email: 'lower(email)',
  country: 'country',
};

/**
 * The list of registrations that wait for the link of their mail reads its rows in order. Rows keep the texts of their
 * device by which the list is sorted and searched, because reading each device took most of the time of a page. The
 * texts are null for a confirmed registration, and for one of a removed device.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table device_registration add column listed_udi text, add column listed_search text');
  // The lock serialises a registration and the removal of its device.
  await run(`
    create function list_registration() returns trigger language plpgsql as $$
    begin
      new.listed_udi := null;
      new.listed_search := null;
      if new.confirmed_at is null then
        select udi_key, search_text(concat_ws(' ', new.name, new.email, new.phone, new.country,
            udi, udi_key, serial_no, serial_key, model))
          into new.listed_udi, new.listed_search
          from device where id = new.device_id and removed_at is null for no key update;
      end if;
      return new;
    end $$
  `);
  await run(`
    create trigger list_registration
    before insert or update of device_id, name, email, phone, country, confirmed_at on device_registration
    for each row when (new.confirmed_at is null or new.listed_search is not null)
    execute function list_registration()
  `);
  await run(`
    create function list_registrations_of_device() returns trigger language plpgsql as $$
    begin
      update device_registration set device_id = device_id where device_id = new.id and confirmed_at is null;
      return null;
    end $$
  `);
  await run(`
    create trigger list_registrations after update of ${OF_DEVICE.join(', ')} on device
    for each row when (${OF_DEVICE.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function list_registrations_of_device()
  `);
  await run('update device_registration set device_id = device_id where confirmed_at is null');

  await run('drop index device_registration_waiting');
  for (const [name, key] of Object.entries(KEYS))
    await run(
      `create index device_registration_by_${name} on device_registration (${key}, id) where ${LISTED}`,
    );
  await run(`
    create index device_registration_search on device_registration using gin (listed_search gin_trgm_ops)
    with (fastupdate = off) where ${LISTED}
  `);
}
