import { sql } from 'kysely';
import { connect } from '../../server/src/platform/db/database.ts';
import type { Ground } from './cusp.ts';
import { dropIndexes } from './loading.ts';

/** Ids step by 16; the first person, device, case and so on has this one. */
const ID_STEP = 16;
export const idOf = (n: number): number => n * ID_STEP;

/** The person who sends the requests, with all staff flags and a second step. */
export const STAFF_ID = idOf(1);
/** The first connection: two people with `PAIR_CASES` cases; one of them owns the first group. */
export const PAIR_ID = idOf(1);
export const GROUP_ID = idOf(1);
const PAIR = { author: idOf(2), recipient: idOf(3), cases: 2000 };
const GROUP_MEMBERS = 50;
const LABS = 2000;
/** Registrations wait at most two weeks for their mail; also in a small database they fill more than a page. */
const DEVICES_PER_WAITING = 1000;
/** So does the number of people in a small country. */
const PEOPLE_PER_SMALL_COUNTRY = 2000;
const MORE_THAN_A_PAGE = 200;
const PEOPLE_PER_TICKET = 10;

/** Words for searches, with the number of people that have each. */
export const WORDS = {
  /** Twenty people in a database of any size. */
  rare: 'quillfeather',
  /** Half of all people. */
  common: 'dental',
  /** One in 125 people; all of them together have three cases. */
  idle: 'archive',
  none: 'xyzzyq',
} as const;
const RARE_PEOPLE = 20;
const IDLE_EVERY = 125;
const IDLE_AT = 7;

const SYLLABLES =
  'ba,den,kor,lu,mi,ras,to,vel,zan,fi,gor,hel,jin,kas,lem,mur,nol,pet,quo,rim,sel,tar,uno,vas,wil,xen,yor,zel,bri,cla,dro,fra';

/** Tables in the order in which they are filled. */
const TABLES = [
  'app_user',
  'device',
  'device_registration',
  'partner_feature',
  'connection',
  'dental_case',
  'listed_person',
  'restoration',
  'case_comment',
  'case_file',
  'ticket',
] as const;

/** Triggers that only write data which is inserted here or which no staff list reads. */
const LEFT_OUT = [
  ['device_registration', 'device_customer'],
  ['dental_case', 'case_search_insert'],
  ['case_comment', 'comment_search_insert'],
  ['restoration', 'case_made_restoration_insert'],
] as const;

/**
 * `total` people, devices, features, connections and cases, a tenth as many tickets, spread realistically over names,
 * countries and states; a group, 2,000 labs, and a second step for the requesting person. Rows only: no files.
 */
export async function fillForStaff(ground: Ground, total: number): Promise<void> {
  const { db } = connect(ground.urls.admin, 1);
  const run = (text: string) => sql.raw(text).execute(db);
  const buildIndexes = await dropIndexes(db, TABLES);
  for (const table of TABLES) {
    // Constraints hold by construction, and checking references would take most of the time; tallies are maintained.
    await run(`alter table ${table} disable trigger all`);
    await run(`alter table ${table} enable trigger user`);
  }
  for (const [table, trigger] of LEFT_OUT) await run(`alter table ${table} disable trigger ${trigger}`);

  await run(`
    create function pg_temp.word(k bigint, parts int) returns text language sql immutable as $$
      select initcap(s[1 + k % 32] || s[1 + k / 32 % 32] || case when parts > 2 then s[1 + k / 1024 % 32] else '' end)
      from (select string_to_array('${SYLLABLES}', ',') as s) as syllables
    $$
  `);
  for (const statement of rowsFor(total)) await run(statement);
  await buildIndexes();
  for (const table of TABLES) await run(`alter table ${table} enable trigger all`);
  await run('vacuum analyze');
  await run('checkpoint');
  await db.destroy();
}

function rowsFor(total: number): string[] {
  const oneIn = (usual: number) => Math.min(usual, Math.floor(total / MORE_THAN_A_PAGE));
  const perWaiting = oneIn(DEVICES_PER_WAITING);
  const series = `generate_series(1, ${total}::bigint) n`;
  /**
   * A whole number below `below` that looks unrelated to n; different primes make the columns of one row independent.
   */
  const mixed = (prime: number, below: number) => `(n * ${prime} % ${below})`;
  const isIdle = (n: string) => `${n} % ${IDLE_EVERY} = ${IDLE_AT}`;
  const somebody = (prime: number) => `(1 + n * ${prime} % ${total})`;
  /** Everybody except the idle people. */
  const busy = (prime: number) =>
    `${ID_STEP} * (${somebody(prime)} + case when ${isIdle(somebody(prime))} then 1 else 0 end)`;
  const ago = (prime: number, days: number) =>
    `now() - (n * ${prime} % ${total}) * interval '1 day' * ${days / total}`;
  const country = `(array['DE','DE','DE','DE','US','US','US','FR','FR','IT','IT','ES','ES','KR','KR','PL','BR','GB','AT','CH'])[1 + ${mixed(31, 20)}]`;

  return [
    `insert into app_user (id, email, email_key, first_name, last_name, role, institution, country, region,
        activated_at, deleted_at, created_at, last_sign_in_at)
      select n * ${ID_STEP}, 'p' || n || '@' || city || '.example', 'p' || n || '@' || city || '.example',
        pg_temp.word(${mixed(7919, 1024)}, 2),
        case when n % ${Math.floor(total / RARE_PEOPLE)} = 9 then 'Quillfeather' else pg_temp.word(${mixed(104729, 32768)}, 3) end,
        case when n % 1000 = 13 then 'Other' when n % 100 = 17 then 'Dealer' when n % 5 < 3 then 'Dental Clinic' else 'Dental Lab' end,
        case when ${isIdle('n')} then 'Archive ' when n % 10 < 5 then 'Dental Studio ' else 'Praxis ' end || initcap(city),
        case when n % ${oneIn(PEOPLE_PER_SMALL_COUNTRY)} = 11 then 'NZ' else ${country} end, case when n % 100 = 19 then 'eu' else 'us' end,
        case when n % 50 <> 23 then now() end, case when n % 100 = 29 then now() end,
        ${ago(7919, 2000)}, case when n % 3 > 0 then ${ago(104729, 400)} end
      from ${series}, lateral (select lower(pg_temp.word(${mixed(15485863, 32768)}, 3)) as city) as place`,
    `update app_user set is_staff = true, is_device_manager = true, is_sales_manager = true, is_device_user_viewer = true,
        deleted_at = null, activated_at = now() where id = ${STAFF_ID}`,
    `insert into authenticator_app (user_id, secret, confirmed_at) values (${STAFF_ID}, '', now())`,
    `insert into device (id, udi, udi_key, udi_kind, serial_no, serial_key, prod_date, model, state, created_at, removed_at,
        customer_id, customer_name, customer_email, customer_country)
      select n * ${ID_STEP}, '(01)0950600013435' || unit % 10 || '(21)' || unit, '010950600013435' || unit % 10 || '21' || unit, 'gs1',
        'SN-' || unit, 'SN' || unit, date '2020-01-01' + ${mixed(31, 2000)}::int,
        (array['Scan One','Scan One','Scan Two','Scan Air','Scan Lab'])[1 + ${mixed(7, 5)}],
        case when n % 100 = 31 then 'blocked' else 'active' end, ${ago(15485863, 1500)}, case when n % 100 = 37 then now() end,
        person.id, coalesce(person.first_name || ' ' || person.last_name, ''), coalesce(person.email, ''), coalesce(person.country, '')
      from (select n, n * 7368787 % 100000007 as unit from ${series}) as made
      left join app_user as person on n % 5 < 3 and n % 100 <> 37 and person.id = n * ${ID_STEP}`,
    `insert into device_registration (device_id, user_id, name, email, country, confirmed_at, created_at)
      select id, customer_id, customer_name, customer_email, customer_country, created_at, created_at
      from device where customer_id is not null`,
    `insert into device_registration (device_id, user_id, name, email, country, mailed_at, token_expires_at, created_at)
      select device.id, person.id, first_name || ' ' || last_name, email, country, asked, now() + interval '14 days', asked
      from generate_series(1, ${Math.floor(total / perWaiting)}::bigint) n
      join device on device.id = ${ID_STEP} * (n * ${perWaiting} - 1)
      join app_user as person on person.id = ${ID_STEP} * n,
      lateral (select now() - n % 14 * interval '1 day' - n * interval '1 second' as asked) as moment`,
    `insert into partner_feature (id, udi, udi_key, option, updated_at)
      select n * ${ID_STEP}, '(01)0950600013435' || unit % 10 || '(21)' || unit, '010950600013435' || unit % 10 || '21' || unit, n % 3 = 0, ${ago(104729, 900)}
      from (select n, n * 7368787 % 100000007 as unit from ${series}) as made`,
    `insert into connection (id, owner_id, user_id, email, email_key, pair_key, status, is_locked, created_at, updated_at)
      select n * ${ID_STEP}, case when n = 1 then ${PAIR.author} else ${busy(104729)} end,
        case when n = 1 then ${PAIR.recipient} when n % 50 <> 41 then ${busy(15485863)} end, 'guest' || n || '@invited.example',
        'guest' || n || '@invited.example', 'pair ' || n, (array['ACCD','ACCD','ACCD','ACCD','ACCD','ACCD','ACCD','ACCD','REQD','REJD'])[1 + ${mixed(7, 10)}],
        n % 100 = 43, ${ago(7919, 2000)}, ${ago(104729, 900)}
      from ${series}`,
    `insert into dental_case (id, no, author_id, recipient_id, status, patient_first, patient_last, created_at, updated_at,
        published_at, delivery_date, completed_at, comment_count, file_count)
      select n * ${ID_STEP}, upper(pg_temp.word(${mixed(7919, 1024)}, 2)) || '-' || n,
        case when n <= ${PAIR.cases} then ${PAIR.author} when n <= ${PAIR.cases + 3} then ${ID_STEP * IDLE_AT} else ${busy(7919)} end,
        case when n <= ${PAIR.cases} then ${PAIR.recipient} else ${busy(104729)} end,
        (array['OPEN','READ','PROC','COMP','REOP','CLSD'])[1 + ${mixed(31, 6)}], 'First', 'Last', sent, least(now(), sent + interval '9 days'),
        sent, sent::date + 14, sent + interval '8 days', 1, 1
      from ${series}, lateral (select ${ago(15485863, 2000)} as sent) as moment`,
    `insert into restoration (case_id, position, type, teeth, material, shade)
      select n * ${ID_STEP}, 0, 'crown', '{16}', 'zirconia', 'A2' from ${series}`,
    `insert into case_comment (case_id, author_id, body) select n * ${ID_STEP}, ${PAIR.author}, 'Please mind the contacts.' from ${series}`,
    `insert into case_file (case_id, uploader_id, filename, size, sha256, storage_key, media_type)
      select n * ${ID_STEP}, ${PAIR.author}, 'upper.stl', 22000000, '', 'case ' || n, 'model/stl' from ${series}`,
    `insert into ticket (created_by, recipient, title, description, language, brand, state, created_at)
      select ${STAFF_ID}, 'support' || n % 7 || '@cusp.example',
        case when n % ${Math.floor(total / PEOPLE_PER_TICKET / RARE_PEOPLE)} = 9 then 'Quillfeather ' else '' end
        || pg_temp.word(${mixed(7919, 32768)}, 3) || case when n % 2 = 0 then ' dental ' else ' scanner ' end || pg_temp.word(${mixed(104729, 32768)}, 3),
        'Please look at it.', 'en', 'cusp', (array['sent','sent','sent','queued','failed'])[1 + ${mixed(31, 5)}], ${ago(15485863, 900)}
      from generate_series(1, ${total / PEOPLE_PER_TICKET}::bigint) n`,
    `insert into lab (name, email, company_name, contact_name, country, is_active)
      select pg_temp.word(${mixed(7919, 1024)}, 2), 'lab' || n || '@cusp.example',
        case when n % ${LABS / RARE_PEOPLE} = 9 then 'Quillfeather' else 'Dental ' || pg_temp.word(${mixed(104729, 32768)}, 3) end,
        pg_temp.word(${mixed(31, 32768)}, 3), 'DE', n % 10 > 0
      from generate_series(1, ${LABS}::bigint) n`,
    `insert into share_group (id, name, owner_id) values (${GROUP_ID}, 'Practice', ${PAIR.author})`,
    `insert into group_member (group_id, user_id, email, email_key, requester_id, status)
      select ${GROUP_ID}, ${ID_STEP} * (n + 50), 'm' || n, 'm' || n, ${PAIR.author}, case when n % 10 = 0 then 'REQD' else 'ACCD' end
      from generate_series(1, ${GROUP_MEMBERS}::bigint) n`,
  ];
}
